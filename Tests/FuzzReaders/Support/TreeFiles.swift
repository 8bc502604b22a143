import Foundation

/// Files of the tree that inputs are made of.
enum TreeFiles {
    /// The folder `Tests`.
    static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The folder of the fixtures of configurations.
    static let fixtures = tests.appending(path: "ExporterTests/Fixtures")

    /// What the files of a folder hold, in the order of their names.
    ///
    /// - Parameter separator: where there is such a line, what follows it is left out.
    static func contents(
        of folder: String, before separator: String? = nil
    ) throws -> [[UInt8]] {
        let folder = tests.appending(path: folder)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        return try names.compactMap { name in
            let file = folder.appending(path: name)
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder),
                !isFolder.boolValue
            else { return nil }
            let content = try Data(contentsOf: file)
            let end = separator.flatMap { content.range(of: Data($0.utf8))?.lowerBound }
            return Array(content[..<(end ?? content.endIndex)])
        }
    }
}
