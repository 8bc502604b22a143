import Foundation

/// The most bytes that this process ever held resident; nil where Linux does not tell.
public func peakMemory() throws -> Int? {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM") }
    let number = line?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    return number.map { $0 * 1024 }
}
