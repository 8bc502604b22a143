import Foundation
import TestKit
import Testing

struct ServiceUnitTests {
    private static let folder = ArchitectureTests.root.appending(path: "systemd")
    private static let service = "exchangerate-exporter.service"
    private static let units = [service, "exchangerate-exporter.socket"]

    private func text(of unit: String) throws -> String {
        try String(contentsOf: Self.folder.appending(path: unit), encoding: .utf8)
    }

    @Test func `every unit is known to these tests`() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        #expect(files.sorted() == Self.units)
    }

    @Test(arguments: units)
    func `systemd has nothing to say against a unit`(unit: String) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        // A program that is there: which one it is, is no matter of the unit's.
        let command = "ExecStart=exchangerate-exporter "
        #expect(try text(of: Self.service).contains(command))
        // The socket's service is looked for beside it.
        for unit in Self.units {
            try text(of: unit).replacingOccurrences(of: command, with: "ExecStart=/bin/true ")
                .write(to: folder.appending(path: unit), atomically: true, encoding: .utf8)
        }
        let verify = try ChildProcess(
            "/usr/bin/systemd-analyze",
            ["verify", "--man=no", folder.appending(path: unit).path])
        #expect(await verify.exitStatus(within: .seconds(60)) == 0)
        #expect(verify.standardError.isEmpty, "\(verify.standardError)")
    }

    @Test func `the sandbox leaves an exposure of 1.0 at most`() async throws {
        let analysis = try ChildProcess(
            "/usr/bin/systemd-analyze",
            [
                "security", "--no-pager", "--offline=true", "--threshold=10",
                Self.folder.appending(path: Self.service).path,
            ])
        #expect(
            await analysis.exitStatus(within: .seconds(60)) == 0,
            "\(analysis.standardOutput)\(analysis.standardError)")
        #expect(analysis.standardOutput.contains("Overall exposure level"))
    }

    @Test func `the service tells its state, and is watched`() throws {
        let lines = try text(of: Self.service).split(separator: "\n")
        #expect(lines.contains("Type=notify"))
        #expect(lines.contains { $0.hasPrefix("WatchdogSec=") })
        #expect(lines.contains { $0.hasPrefix("ExecReload=") })
        let families = try #require(lines.first { $0.hasPrefix("RestrictAddressFamilies=") })
        #expect(families.contains("AF_UNIX"), "or nothing can be told")
    }
}
