import Foundation
import TestKit
import Testing

/// The folder of scripts and lists by which the project is packaged.
enum PackagingFolder {
    static let url = ArchitectureTests.root.appending(path: "packaging")

    /// What a script printed and how it ended.
    struct Outcome {
        let status: Int32?
        let output: String
        let errors: String
    }

    /// Runs a script of the folder.
    static func run(
        _ script: String, _ arguments: [String] = [], variables: [String: String] = [:]
    ) async throws -> Outcome {
        try await run(program: url.appending(path: script).path, arguments, variables: variables)
    }

    /// Runs a program in the project's folder.
    static func run(
        program: String, _ arguments: [String], variables: [String: String] = [:]
    ) async throws -> Outcome {
        let process = try ChildProcess(
            program, arguments,
            environment: ChildProcess.quietEnvironment.merging(variables) { $1 },
            directory: ArchitectureTests.root.path)
        let status = await process.exitStatus(within: .seconds(120))
        return Outcome(
            status: status, output: process.standardOutput, errors: process.standardError)
    }

    /// The text of a file of the folder.
    static func text(of file: String) throws -> String {
        try String(contentsOf: url.appending(path: file), encoding: .utf8)
    }
}
