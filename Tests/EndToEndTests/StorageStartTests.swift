import Foundation
import HTTP
import TestKit
import Testing

/// A state that cannot be had at the start, and comes later.
@Suite(.fewAtATime)
struct StorageStartTests {
    /// What may lie in the place of a successor, beside a database that is well.
    enum Leftover: String, CaseIterable, CustomTestStringConvertible {
        case empty, garbage, folder, link

        var testDescription: String { rawValue }

        func put(at path: String) throws {
            let files = FileManager.default
            switch self {
            case .empty: try Data().write(to: URL(filePath: path))
            case .garbage:
                try Data(repeating: 0x55, count: 9000).write(to: URL(filePath: path))
            case .folder:
                try files.createDirectory(atPath: path, withIntermediateDirectories: false)
            case .link:
                try files.createSymbolicLink(atPath: path, withDestinationPath: "state.sqlite")
            }
        }
    }

    @Test(arguments: Leftover.allCases)
    func `a leftover successor takes the place of no database that is well`(
        leftover: Leftover
    ) async throws {
        let standIn = try await StandInProcess()
        try await standIn.freeze()
        let configuration = ExporterConfiguration.paging(
            standIn, to: ReceiverConfiguration(url: standIn.sink))
        let first = try await ExporterProcess(configuration)
        _ = try await standIn.pages(1)
        try await standIn.waitForPolls()
        await first.kill()
        try leftover.put(at: first.folder.path(of: "state/state.sqlite.new"))
        let second = try await ExporterProcess(configuration, in: first.folder)
        try await standIn.waitForPolls(3)
        let page = try await second.metrics()
        #expect(page.fires("ExchangeRateStale"))
        #expect(page.storageErrors() == 0)
        #expect(try await standIn.pages().count == 1, "no second page")
        #expect(!second.log.contains("damaged"))
        await second.stop()
    }

    /// Leaves a state in which the end of an alert waits for its receiver.
    private static func leaveWaitingPage(
        _ standIn: StandInProcess, _ receiver: ReceiverServer,
        _ configuration: ExporterConfiguration, in folder: TemporaryFolder
    ) async throws -> Page {
        try await standIn.add(fault: "unauthorized")
        let exporter = try await ExporterProcess(configuration, in: folder)
        _ = try await receiver.taken(1)
        receiver.behave(.answers(503))
        try standIn.clear()
        let waiting = try await receiver.pages(2)[1]
        #expect(waiting.gist == "resolved: all alerts resolved")
        try await standIn.waitForPolls()
        await exporter.kill()
        receiver.behave(.takes)
        return waiting
    }

    /// What keeps the state from a starting exporter.
    struct Obstacle: Sendable, CustomTestStringConvertible {
        var testDescription: String
        /// Whether what is stored can be read all the same.
        var isReadable = false
        var begin: @Sendable (String, FaultyDisk) throws -> FileHandle?
        var end: @Sendable (String, FaultyDisk, FileHandle?) throws -> Void
    }

    static let obstacles = [
        Obstacle(
            testDescription: "a folder that is not there yet",
            begin: { state, _ in
                try FileManager.default.moveItem(atPath: state, toPath: state + "-away")
                try Data().write(to: URL(filePath: state))
                return nil
            },
            end: { state, _, _ in
                try FileManager.default.removeItem(atPath: state)
                try FileManager.default.moveItem(atPath: state + "-away", toPath: state)
            }),
        Obstacle(
            testDescription: "a disk that hangs",
            begin: { _, disk in
                try disk.set(.hangs)
                return nil
            }, end: { _, disk, _ in try disk.set(.works) }),
        Obstacle(
            testDescription: "a read-only disk", isReadable: true,
            begin: { _, disk in
                try disk.set(.readOnly)
                return nil
            }, end: { _, disk, _ in try disk.set(.works) }),
        Obstacle(
            testDescription: "a full disk", isReadable: true,
            begin: { _, disk in
                try disk.set(.full)
                return nil
            }, end: { _, disk, _ in try disk.set(.works) }),
        Obstacle(
            testDescription: "a lock of another program", isReadable: true,
            begin: { state, _ in try lock("\(state)/state.sqlite") },
            end: { _, _, file in try file?.close() }),
    ]

    /// Takes SQLite's exclusive lock.
    ///
    /// Its bytes: https://www.sqlite.org/src/file/src/os.h
    private static func lock(_ path: String) throws -> FileHandle {
        let file = try FileHandle(forUpdating: URL(filePath: path))
        // The pending byte, the reserved one and the shared ones.
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        lock.l_start = 0x4000_0000
        lock.l_len = 512
        try #require(fcntl(file.fileDescriptor, F_SETLK, &lock) == 0)
        return file
    }

    @Test(arguments: obstacles)
    func `what waits in it is delivered once, and new pages go out meanwhile`(
        _ obstacle: Obstacle
    ) async throws {
        let standIn = try await StandInProcess()
        let receiver = try ReceiverServer()
        let configuration = ExporterConfiguration.paging(
            standIn, to: ReceiverConfiguration(url: receiver.url))
        let folder = try TemporaryFolder()
        let state = folder.path(of: "state")
        let waiting = try await Self.leaveWaitingPage(standIn, receiver, configuration, in: folder)
        let before = try receiver.pages().count

        let disk = try await FaultyDisk(at: state)
        let file = try obstacle.begin(state, disk)
        let exporter = try await ExporterProcess(
            configuration, in: folder, environment: disk.environment)
        _ = try await exporter.metrics("polls work", within: .seconds(60)) { $0.goodPolls() > 2 }
        #expect(try await exporter.metrics().storageErrors() > 0)
        #expect(exporter.failuresTold == 1)
        if obstacle.isReadable {
            _ = try await receiver.taken(2)
        } else {
            #expect(try receiver.pages().count == before)
        }

        try obstacle.end(state, disk, file)
        _ = try #require(
            await exporter.process.line(
                containing: "the state is stored again", within: .seconds(90)), "\(exporter.log)")
        let delivered = try await receiver.taken(2)[1]
        #expect(delivered.id == waiting.id)
        #expect(delivered.body == waiting.body)
        try await standIn.waitForPolls(3)
        #expect(exporter.failuresTold == 1)
        await exporter.kill()

        let next = try await ExporterProcess(configuration, in: folder)
        try await standIn.waitForPolls(3)
        #expect(try receiver.pages().filter(\.isTaken).count == 2)
        #expect(next.failuresTold == 0)
        await next.stop()
    }

    @Test func `with a disk and a receiver that hang, scrapes and polls keep their time`()
        async throws
    {
        let standIn = try await StandInProcess()
        let hanging = try ReceiverServer(.hangs)
        let configuration = ExporterConfiguration.paging(
            standIn, to: ReceiverConfiguration("hanging", url: hanging.url),
            ReceiverConfiguration(url: standIn.sink))
        let folder = try TemporaryFolder()
        let disk = try await FaultyDisk(at: folder.path(of: "state"))
        let exporter = try await ExporterProcess(
            configuration, in: folder, environment: disk.environment)
        _ = try await exporter.metrics("polls work") { $0.goodPolls() > 0 }
        try disk.set(.hangs)
        try await standIn.add(fault: "unauthorized")
        // The first write waits for its deadline, and the page with it.
        _ = try await standIn.pages(1)
        _ = try await hanging.pages(1)

        let polls = try await standIn.requests().count
        var slowest = Duration.zero
        let isOver = try await eventually(within: .seconds(10), every: .milliseconds(100)) {
            let scrape = try await ContinuousClock().measure { _ = try await exporter.metrics() }
            slowest = max(slowest, scrape)
            return try await standIn.requests().count - polls >= 6
        }
        // One poll a second; machines that do much else at the same time are slower.
        #expect(isOver)
        #expect(slowest < .seconds(2) * Sanitizer.slowness)
        #expect(exporter.failuresTold == 1)

        // An end is asked for while both hang.
        await Self.expectEndInTime(exporter)
    }

    @Test func `with a disk that hangs and nothing under way, an end waits no longer than a write`()
        async throws
    {
        let standIn = try await StandInProcess()
        let folder = try TemporaryFolder()
        let disk = try await FaultyDisk(at: folder.path(of: "state"))
        let exporter = try await ExporterProcess(
            ExporterConfiguration(api: standIn.url, interval: "1h"), in: folder,
            environment: disk.environment)
        _ = try await exporter.metrics("polls work") { $0.goodPolls() > 0 }
        // The poll is stored once the log grows no more.
        let log = URL(filePath: folder.path(of: "state/state.sqlite-wal"))
        var size = 0
        let isStored = try await eventually(every: .milliseconds(500)) {
            let before = size
            size = try Data(contentsOf: log).count
            return size > 0 && size == before
        }
        #expect(isStored)
        try disk.set(.hangs)
        await Self.expectEndInTime(exporter)
    }

    /// Asks a daemon to end, which takes 5 s at most.
    private static func expectEndInTime(_ exporter: ExporterProcess) async {
        var status: Int32?
        exporter.process.signal(SIGTERM)
        let time = await ContinuousClock().measure {
            status = await exporter.process.exitStatus(within: .seconds(20))
        }
        #expect(status == 0)
        #expect(time < .seconds(5) * Sanitizer.slowness)
    }
}
