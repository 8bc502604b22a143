import Foundation

/// The programs that were built together with the tests.
enum Built {
    /// The path of a program.
    ///
    /// The builder puts programs into the folder of the bundle of tests, which is what runs here.
    /// `TESTED_PROGRAMS` names the folder of others, such as those of a release.
    static func path(of program: String) throws -> String {
        if let folder = ProcessInfo.processInfo.environment["TESTED_PROGRAMS"] {
            return try executable("\(folder)/\(program)", cure: "make build makes it")
        }
        let running = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let path = URL(filePath: running).deletingLastPathComponent().appending(path: program).path
        return try executable(path, cure: "swift build --build-tests makes it")
    }

    private static func executable(_ path: String, cure: String) throws -> String {
        guard FileManager.default.isExecutableFile(atPath: path) else {
            throw MissingProgram(path: path, cure: cure)
        }
        return path
    }
}

/// A program that a test needs is not there.
struct MissingProgram: Error, CustomStringConvertible {
    let path: String
    let cure: String

    var description: String { "\(path) is missing: \(cure)" }
}
