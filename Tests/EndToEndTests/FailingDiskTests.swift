import Foundation
import HTTP
import TestKit
import Testing

/// A state that cannot be written, cannot be read, or is lost holds no page back.
@Suite(.fewAtATime)
struct FailingDiskTests {
    /// A way in which writing fails.
    struct Fault: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// What a shell does before it becomes the exporter; a write beyond the limit of a file's
        /// size fails like one to a full disk, where the signal that goes with it is ignored.
        let limits: String?
        /// What stands in the place of the database.
        var content: String?
        var isWritten = false
    }

    private static let faults = [
        Fault(testDescription: "no file may be written", limits: "trap '' XFSZ; ulimit -f 0"),
        Fault(testDescription: "the disk is full soon", limits: "trap '' XFSZ; ulimit -f 200"),
        Fault(
            testDescription: "the file is garbage", limits: nil,
            content: String(repeating: "This is no database. ", count: 500), isWritten: true),
    ]

    @Test(arguments: faults)
    func `pages go out, once each, and polls go on, though`(fault: Fault) async throws {
        let standIn = try await StandInProcess()
        try await standIn.freeze()
        let folder = try TemporaryFolder()
        if let content = fault.content {
            try FileManager.default.createDirectory(
                atPath: folder.path(of: "state"), withIntermediateDirectories: true)
            try folder.write(content, to: "state/state.sqlite")
        }
        let exporter = try await ExporterProcess(
            .paging(standIn, to: ReceiverConfiguration(url: standIn.sink)), in: folder,
            limits: fault.limits)
        #expect(try await standIn.pages(1)[0].gist == "firing: first notification")
        if !fault.isWritten {
            let page = try await exporter.metrics("errors are counted", within: .seconds(60)) {
                $0.storageErrors() > 0
            }
            #expect(page.fires("ExchangeRateStale"))
            #expect(try await exporter.get("/").text.contains("in memory only"))
        }
        #expect(try await exporter.metrics().storageErrors() > 0)
        try await standIn.waitForPolls(3)
        try standIn.clear()
        #expect(try await standIn.pages(2)[1].gist == "resolved: all alerts resolved")
        try await standIn.waitForPolls(3)
        #expect(try await standIn.pages().count == 2)
        let told = exporter.log.split(separator: "\n").count { $0.contains("cannot be stored") }
        #expect(told == (fault.isWritten ? 0 : 1), "\(exporter.log)")
        await exporter.stop()
    }

    @Test func `a folder that can only be read is gone on from, and pages go out from memory`()
        async throws
    {
        let standIn = try await StandInProcess()
        try await standIn.freeze()
        let configuration = ExporterConfiguration.paging(
            standIn, to: ReceiverConfiguration(url: standIn.sink))
        let first = try await ExporterProcess(configuration)
        let firing = try await standIn.pages(1)[0]
        try await standIn.waitForPolls()
        await first.kill()
        let second = try await ExporterProcess(
            configuration, in: first.folder, limits: Self.readingAlone(in: first.folder))
        let page = try await second.metrics("errors are counted") { $0.storageErrors() > 0 }
        #expect(page.fires("ExchangeRateStale"))
        try await standIn.waitForPolls(3)
        #expect(try await standIn.pages().count == 1, "no second page")
        try standIn.clear()
        let resolved = try await standIn.pages(2)[1]
        #expect(resolved.gist == "resolved: all alerts resolved")
        #expect(
            try resolved.message.onlyAlert().startsAt == firing.message.onlyAlert().startsAt)
        try await standIn.waitForPolls(3)
        #expect(try await standIn.pages().count == 2)
        await second.stop()
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: first.folder.path(of: "state"))
    }

    /// Takes the right to write the state away, and has the exporter run as one whom that binds.
    private static func readingAlone(in folder: TemporaryFolder) throws -> String {
        let deny = "chmod -R a+rX,a-w state && chmod a+r exporter.yml"
        guard geteuid() == 0 else { return deny }
        // Where the program was built, another user may have no way in.
        let program = folder.path(of: "program")
        try FileManager.default.copyItem(
            atPath: Built.path(of: "exchangerate-exporter"), toPath: program)
        let become = "setpriv --reuid=65534 --regid=65534 --clear-groups"
        return "\(deny) && exec \(become) \(program) \"$@\""
    }

    @Test func `what a folder holds that appears later is merged, and what waits there is sent`()
        async throws
    {
        let standIn = try await StandInProcess()
        try await standIn.add(fault: "unauthorized")
        let receiver = try ReceiverServer(.answers(503))
        let configuration = ExporterConfiguration.paging(
            standIn, to: ReceiverConfiguration(url: receiver.url))
        let first = try await ExporterProcess(configuration)
        let waiting = try await receiver.pages(1)[0]
        try await standIn.waitForPolls()
        await first.kill()
        // The folder is away, and a file in its place: as where a disk is not mounted yet.
        let files = FileManager.default
        let (state, away) = (first.folder.path(of: "state"), first.folder.path(of: "away"))
        try files.moveItem(atPath: state, toPath: away)
        try first.folder.write("not mounted", to: "state")
        try standIn.clear()
        receiver.behave(.takes)
        let second = try await ExporterProcess(configuration, in: first.folder)
        let page = try await second.metrics("polls work") { $0.goodPolls() > 1 }
        #expect(page.storageErrors() > 0)
        #expect(try receiver.taken().isEmpty, "nothing is known of the alert")
        try files.removeItem(atPath: state)
        try files.moveItem(atPath: away, toPath: state)
        // It is tried every 30 s.
        let taken = try await receiver.taken(1)
        #expect(taken[0].id == waiting.id)
        #expect(taken[0].body == waiting.body)
        let resolved = try await receiver.taken(2)[1]
        #expect(resolved.gist == "resolved: all alerts resolved")
        #expect(
            try resolved.message.onlyAlert().startsAt == waiting.message.onlyAlert().startsAt)
        try await standIn.waitForPolls(3)
        #expect(try receiver.taken().count == 2)
        await second.stop()
    }
}

extension ReceiverServer {
    /// The notifications that were taken.
    fileprivate func taken() throws -> [Page] { try pages().filter(\.isTaken) }
}
