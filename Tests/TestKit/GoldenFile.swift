public import Foundation

/// A file that holds, byte for byte, what users see.
///
/// With `RECORD_GOLDEN=1` in the environment a difference rewrites the file, and the test fails
/// all the same: a recording is to be read before it is kept. Where `CI` is set, nothing is
/// written.
public struct GoldenFile: Sendable {
    /// Where it lies.
    public let url: URL
    private let environment: [String: String]

    /// Makes a golden file.
    ///
    /// - Parameters:
    ///   - path: its path, from the folder of the test where it is relative.
    ///   - file: the test's own file.
    ///   - environment: the variables that switch recording on and off.
    public init(
        _ path: String, besides file: String = #filePath,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        let folder = URL(fileURLWithPath: file).deletingLastPathComponent()
        url = URL(fileURLWithPath: path, relativeTo: folder).standardizedFileURL
        self.environment = environment
    }

    /// What is wrong with a text; nil where it is the file's.
    public func mismatch(with text: String) -> String? {
        mismatch(with: Data(text.utf8))
    }

    /// What is wrong with a text that is only the end of the file, after a line that separates it.
    public func mismatch(with text: String, after separator: String) -> String? {
        guard let content = try? Data(contentsOf: url),
            let range = content.range(of: Data(separator.utf8))
        else { return "\(url.path) has no line \(separator)" }
        let head = content[..<range.upperBound]
        return mismatch(with: head + Data(text.utf8))
    }

    /// What stands before the line that separates; nil where there is no such line.
    public func content(before separator: String) throws -> [UInt8]? {
        let content = try Data(contentsOf: url)
        return content.range(of: Data(separator.utf8)).map { Array(content[..<$0.lowerBound]) }
    }

    private func mismatch(with data: Data) -> String? {
        let expected = try? Data(contentsOf: url)
        guard expected != data else { return nil }
        let difference = Self.difference(
            String(decoding: expected ?? Data(), as: UTF8.self),
            String(decoding: data, as: UTF8.self))
        guard environment["RECORD_GOLDEN"] == "1" else {
            return "\(url.path) differs; RECORD_GOLDEN=1 records it\n\(difference)"
        }
        guard environment["CI"] == nil else { return "nothing is recorded under CI\n\(difference)" }
        do {
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try data.write(to: url)
        } catch {
            return "\(url.path) cannot be recorded: \(error)"
        }
        return "\(url.path) was recorded; read it, then run the test again\n\(difference)"
    }

    /// The first line that differs, as it should be and as it is.
    private static func difference(_ expected: String, _ actual: String) -> String {
        let expected = expected.components(separatedBy: "\n")
        let actual = actual.components(separatedBy: "\n")
        let same = zip(expected, actual).prefix { $0 == $1 }.count
        func line(_ lines: [String]) -> String { same < lines.count ? lines[same] : "(the end)" }
        return "line \(same + 1) should be: \(line(expected))\n"
            + "line \(same + 1) is:        \(line(actual))"
    }
}
