import TestKit
import Testing

/// A disk without room for the state.
@Suite(.fewAtATime, .enabled(if: Mount.isAllowed, "mounting needs privileges"))
struct SmallDiskTests {
    /// Why there is no room, and how some comes.
    struct Shortage: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let size: String
        var begin: @Sendable (Mount) throws -> Void = { _ in }
        let end: @Sendable (Mount) throws -> Void
    }

    static let shortages = [
        Shortage(
            testDescription: "others filled it", size: "2m", begin: { try $0.fill() },
            end: { try $0.empty() }),
        Shortage(
            testDescription: "it is too small for the database", size: "16k",
            end: { try $0.grow(to: "2m") }),
        Shortage(
            testDescription: "it is too small for the log", size: "128k",
            end: { try $0.grow(to: "2m") }),
    ]

    @Test(arguments: shortages)
    func `pages go out, and all is stored when there is room, where`(
        _ shortage: Shortage
    ) async throws {
        let standIn = try await StandInProcess()
        let receiver = try ReceiverServer()
        let configuration = ExporterConfiguration.paging(
            standIn, to: ReceiverConfiguration(url: receiver.url))
        let folder = try TemporaryFolder()
        let disk = try Mount(at: folder.path(of: "state"), size: shortage.size)
        let first = try await ExporterProcess(configuration, in: folder)
        try await standIn.waitForPolls()
        try shortage.begin(disk)
        try await standIn.add(fault: "unauthorized")
        _ = try await receiver.taken(1)
        _ = try await first.metrics("errors are counted", within: .seconds(60)) {
            $0.storageErrors() > 0
        }
        #expect(try await first.get("/").text.contains("in memory only"))
        #expect(first.failuresTold == 1)

        try shortage.end(disk)
        _ = try #require(
            await first.process.line(
                containing: "the state is stored again", within: .seconds(90)), "\(first.log)")
        try await standIn.waitForPolls(3)
        #expect(first.failuresTold == 1)
        await first.kill()

        let second = try await ExporterProcess(configuration, in: folder)
        try await standIn.waitForPolls(3)
        #expect(try receiver.pages().count == 1, "no second page")
        try standIn.clear()
        #expect(try await receiver.taken(2)[1].gist == "resolved: all alerts resolved")
        #expect(second.failuresTold == 0)
        await second.stop()
    }
}
