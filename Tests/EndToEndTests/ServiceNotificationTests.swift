import Foundation
import HTTP
import TestKit
import Testing

/// What the service manager is told, at a socket like systemd's.
@Suite(.fewAtATime)
struct ServiceNotificationTests {
    @Test(arguments: [true, false])
    func `it is told of the start, of reloads and of the end`(isAbstract: Bool) async throws {
        let standIn = try await StandInProcess()
        let folder = try TemporaryFolder()
        let manager = try NotifyListener(folder: isAbstract ? nil : folder.path)
        let configuration = ExporterConfiguration(api: standIn.url)
        let exporter = try await ExporterProcess(
            configuration, in: folder, flags: ["--web.enable-lifecycle"],
            environment: ["NOTIFY_SOCKET": manager.address])
        #expect(await manager.waitFor("READY=1"))
        #expect(try await exporter.get("/-/healthy").status == 200)
        #expect(manager.messages.first?.lines == ["READY=1", "STATUS=1 base, no alert fires"])

        try exporter.reload(configuration)
        #expect(await manager.waitFor("READY=1", count: 2))
        var broken = configuration
        broken.pollKeys = ["intervall: 5m"]
        try folder.write(broken.yaml, to: "exporter.yml")
        let answer = try await Browser.send(.post, "\(exporter.url)/-/reload")
        #expect(answer.status == 500)
        #expect(await manager.waitFor("READY=1", count: 3))
        #expect(manager.count("RELOADING=1") == 2)
        #expect(manager.lines.last?.hasSuffix("the newest configuration is not in force") == true)

        await exporter.stop()
        #expect(await manager.waitFor("STOPPING=1"))
        let steps = manager.lines.filter { line in
            ["READY", "RELOADING", "STOPPING"].contains { line.hasPrefix("\($0)=") }
        }
        #expect(
            steps == [
                "READY=1", "RELOADING=1", "READY=1", "RELOADING=1", "READY=1", "STOPPING=1",
            ])
        #expect(!manager.lines.contains("WATCHDOG=1"))
        #expect(!exporter.log.contains("cannot be told"), "\(exporter.log)")
    }

    @Test func `an alert shows in the status`() async throws {
        let standIn = try await StandInProcess()
        try await standIn.freeze()
        let manager = try NotifyListener()
        let exporter = try await ExporterProcess(
            .paging(standIn, to: ReceiverConfiguration(url: standIn.sink)),
            environment: ["NOTIFY_SOCKET": manager.address])
        #expect(await manager.waitFor("STATUS=1 base, 1 alert fires"), "\(exporter.log)")
        try standIn.clear()
        #expect(await manager.waitFor("STATUS=1 base, no alert fires", count: 2))
    }

    @Test func `a start that fails is never ready`() async throws {
        let port = try ReservedPort()
        let first = try await ExporterProcess(
            ExporterConfiguration(api: port.url, interval: "5m"))
        let manager = try NotifyListener()
        let folder = try TemporaryFolder()
        let second = try ExporterProcess.launch(
            ExporterConfiguration(api: port.url), in: folder,
            flags: ["--web.listen-address=127.0.0.1:\(first.port)"],
            environment: ["NOTIFY_SOCKET": manager.address])
        #expect(await second.exitStatus() == 1)
        #expect(second.standardError.contains("address already in use"))
        #expect(manager.messages.isEmpty, "\(manager.lines)")
    }

    @Test func `a manager that is gone is said once, and changes nothing else`() async throws {
        let standIn = try await StandInProcess()
        let exporter = try await ExporterProcess(
            ExporterConfiguration(api: standIn.url),
            environment: ["NOTIFY_SOCKET": "/nowhere/notify", "WATCHDOG_USEC": "200000"])
        try await standIn.waitForPolls(3)
        await exporter.stop()
        let told = exporter.log.split(separator: "\n").count { $0.contains("cannot be told") }
        #expect(told == 1, "\(exporter.log)")
    }

    /// What hangs while the watchdog is fed.
    enum Hang: String, CaseIterable {
        case api, disk, receiver
    }

    @Test(arguments: Hang.allCases)
    func `the watchdog is fed while something hangs`(hang: Hang) async throws {
        let standIn = try await StandInProcess()
        // Only what is stale from the start is: a newer reading stays, whatever comes after it.
        if hang == .receiver { try await standIn.freeze() }
        let receiver = try ReceiverServer(.hangs)
        let folder = try TemporaryFolder()
        let disk = try await FaultyDisk(at: folder.path(of: "state"))
        let manager = try NotifyListener()
        var configuration = ExporterConfiguration.paging(
            standIn, to: ReceiverConfiguration(url: receiver.url, keys: ["timeout: 60s"]))
        configuration.apiKeys = ["timeout: 60s"]
        let exporter = try await ExporterProcess(
            configuration, in: folder,
            environment: disk.environment.merging([
                "NOTIFY_SOCKET": manager.address, "WATCHDOG_USEC": "1000000",
            ]) { $1 })
        #expect(await manager.waitFor("WATCHDOG=1"))
        try await standIn.waitForPolls()
        switch hang {
        case .api:
            let requests = try await standIn.requests().count
            try await standIn.add(fault: "hang")
            #expect(try await eventually { try await standIn.requests().count > requests })
        case .disk:
            try disk.set(.hangs)
            _ = try await exporter.metrics("the disk hangs") { $0.storageErrors() > 0 }
        case .receiver:
            #expect(try await eventually { try !receiver.pages().isEmpty })
        }
        let polls = try await standIn.requests().count
        let start = manager.count("WATCHDOG=1")
        #expect(await manager.waitFor("WATCHDOG=1", count: start + 6))
        if hang == .api { #expect(try await standIn.requests().count <= polls + 1) }
        try disk.set(.works)
        await exporter.kill()
    }
}
