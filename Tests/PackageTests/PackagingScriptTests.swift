import Foundation
import Testing

struct PackagingScriptTests {
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

    @Test func `a release that cannot be made whole leaves the one before as it is`() async throws {
        let number = try await PackagingFolder.run("version").output
            .trimmingCharacters(in: .newlines)
        let build = try BuildFolder(program: nil)
        let program = build.url.appending(path: "exchangerate-exporter")
        // No program that the bill of materials could be of.
        try "#!/bin/sh\n# Swift version 6.3.1\necho 'version \(number) '\n".write(
            to: program, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: program.path)
        let before = try BuildFolder(program: nil)
        let sums = before.url.appending(path: "SHA256SUMS")
        try "before".write(to: sums, atomically: true, encoding: .utf8)
        let release = try await PackagingFolder.run(
            "build-release", [build.path], variables: ["DIST": before.path, "STRIP": "no"])
        #expect(release.status != 0)
        #expect(release.errors.contains("readelf"), "\(release.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: before.path) == ["SHA256SUMS"])
        #expect(try String(contentsOf: sums, encoding: .utf8) == "before")
    }

    @Test func `a program of another version is not packaged`() async throws {
        let build = try BuildFolder(program: "/bin/echo")
        let check = try await PackagingFolder.run("require-program", [build.path])
        #expect(check.status == 1)
        #expect(check.errors.contains("make build"), "\(check.errors)")
    }
}
