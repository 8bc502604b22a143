import Foundation

/// What a process takes of the system.
struct ProcessUsage: CustomStringConvertible {
    let descriptors: Int
    let threads: Int
    /// Resident memory of its own, in kibibytes: pages of files come and go.
    let memory: Int

    /// Reads it from the system.
    init(of process: Int32) throws {
        descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd")
            .count
        let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        threads = Self.number("Threads", in: status)
        memory = Self.number("RssAnon", in: status)
    }

    var description: String {
        "\(descriptors) descriptors, \(threads) threads, \(memory) KiB"
    }

    private static func number(_ name: String, in status: String) -> Int {
        let line = status.split(separator: "\n").first { $0.hasPrefix("\(name):") }
        return line.flatMap { Int($0.split(whereSeparator: \.isWhitespace)[1]) } ?? -1
    }
}
