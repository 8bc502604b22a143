import Foundation

/// A folder of one test, which goes with the value.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory
            .appending(path: "exchangerate-e2e-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The path of something in it.
    func path(of name: String) -> String { "\(path)/\(name)" }

    /// Writes a file into it, and gives its path.
    @discardableResult
    func write(_ text: String, to name: String) throws -> String {
        try Data(text.utf8).write(to: URL(filePath: path(of: name)), options: .atomic)
        return path(of: name)
    }
}
