import Foundation
import Testing

struct PackagingScriptTests {
    @Test func `shellcheck has nothing to say against a script`() async throws {
        let scripts = try FileManager.default.subpathsOfDirectory(atPath: PackagingFolder.url.path)
            .filter { path in
                let file = PackagingFolder.url.appending(path: path)
                let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
                return text.hasPrefix("#!/bin/bash\n") || text.hasPrefix("#!/bin/sh\n")
            }
        #expect(scripts.count > 8)
        let check = try await PackagingFolder.run(
            program: "/usr/bin/shellcheck",
            scripts.map { PackagingFolder.url.appending(path: $0).path })
        #expect(check.status == 0, "\(check.output)")
    }

    @Test func `the version of the package is that of both programs`() async throws {
        let version = try await PackagingFolder.run("version")
        #expect(version.status == 0, "\(version.errors)")
        let number = version.output.trimmingCharacters(in: .newlines)
        #expect(number.wholeMatch(of: /\d+\.\d+\.\d+(-[0-9A-Za-z.]+)?/) != nil)
        let standIn = try String(
            contentsOf: ArchitectureTests.root.appending(
                path: "Sources/StandIn/StandInProgram.swift"), encoding: .utf8)
        #expect(standIn.contains("static let version = \"\(number)\"\n"))
    }

    @Test func `a program of another version is not packaged`() async throws {
        let build = try BuildFolder(program: "/bin/echo")
        let check = try await PackagingFolder.run("require-program", [build.path])
        #expect(check.status == 1)
        #expect(check.errors.contains("make build"), "\(check.errors)")
    }
}
