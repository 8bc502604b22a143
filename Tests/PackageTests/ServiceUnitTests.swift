import Foundation
import TestKit
import Testing

struct ServiceUnitTests {
    @Test func `systemd has nothing to say against the unit`() async throws {
        let unit = ArchitectureTests.root.appending(path: "systemd/exchangerate-exporter.service")
        let text = try String(contentsOf: unit, encoding: .utf8)
        // A program that is there: which one it is, is no matter of the unit's.
        let command = "ExecStart=exchangerate-exporter "
        #expect(text.contains(command))
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let copy = folder.appending(path: unit.lastPathComponent)
        try text.replacingOccurrences(of: command, with: "ExecStart=/bin/true ")
            .write(to: copy, atomically: true, encoding: .utf8)
        let verify = try ChildProcess(
            "/usr/bin/systemd-analyze", ["verify", "--man=no", copy.path])
        #expect(await verify.exitStatus(within: .seconds(60)) == 0)
        #expect(verify.standardError.isEmpty, "\(verify.standardError)")
    }
}
