import Foundation

/// The programs that were built together with the tests.
enum Built {
    /// The path of a program.
    ///
    /// The builder puts programs into the folder of the bundle of tests, which is what runs here.
    static func path(of program: String) throws -> String {
        let running = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let path = URL(filePath: running).deletingLastPathComponent().appending(path: program).path
        guard FileManager.default.isExecutableFile(atPath: path) else {
            throw MissingProgram(path: path, cure: "swift build --build-tests makes it")
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
