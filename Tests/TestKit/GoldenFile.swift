public import Foundation

/// A file that holds, to the byte, what a user sees.
///
/// With `RECORD_GOLDEN=1` in the environment a comparison writes the file instead, and fails all
/// the same: what was recorded is to be read before it is trusted. Where `CI` is set it is refused.
public struct GoldenFile {
    /// Why a comparison failed.
    public enum Failure: Error, CustomStringConvertible {
        case differs(file: String, line: Int, expected: String, found: String)
        case missing(file: String)
        case recorded(file: String)
        case recordingRefused(file: String)

        public var description: String {
            switch self {
            case .differs(let file, let line, let expected, let found):
                """
                \(file) differs from line \(line) on; RECORD_GOLDEN=1 writes it anew.
                expected: \(expected)
                found:    \(found)
                """
            case .missing(let file): "\(file) is missing; RECORD_GOLDEN=1 writes it."
            case .recorded(let file):
                "\(file) was recorded: read it, then run again without RECORD_GOLDEN."
            case .recordingRefused(let file): "\(file): RECORD_GOLDEN is refused where CI is set."
            }
        }
    }

    private let url: URL

    /// Names a file in a directory.
    public init(directory: URL, name: String) {
        url = directory.appendingPathComponent(name)
    }

    /// Names a file in the folder `Golden` beside a test's source.
    public init(_ name: String, besideSource path: String = #filePath) {
        self.init(
            directory: URL(fileURLWithPath: path).deletingLastPathComponent()
                .appendingPathComponent("Golden"),
            name: name)
    }

    /// Throws where the file does not hold the text.
    public func compare(
        _ text: String, environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws {
        let file = url.lastPathComponent
        if environment["RECORD_GOLDEN"] == "1" {
            guard environment["CI"] == nil else { throw Failure.recordingRefused(file: file) }
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: url)
            throw Failure.recorded(file: file)
        }
        guard let golden = try? Data(contentsOf: url) else { throw Failure.missing(file: file) }
        guard golden != Data(text.utf8) else { return }
        let expected = String(decoding: golden, as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false)
        let found = text.split(separator: "\n", omittingEmptySubsequences: false)
        let same = zip(expected, found).prefix { $0.utf8.elementsEqual($1.utf8) }.count
        throw Failure.differs(
            file: file, line: same + 1,
            expected: same < expected.count ? String(expected[same]) : "the end of the file",
            found: same < found.count ? String(found[same]) : "the end of the text")
    }
}
