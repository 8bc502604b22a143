import Foundation
import HTTP
import TestKit
import Testing

/// What befalls the state of a running exporter, while an alert begins and ends.
@Suite(.fewAtATime)
struct StorageHarmTests {
    /// A harm, and how it ends where it does not by itself.
    struct Harm: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var begin: @Sendable (String, FaultyDisk) throws -> Void
        var end: @Sendable (String, FaultyDisk) throws -> Void = { _, _ in }
    }

    private static func disk(_ description: String, _ mood: FaultyDisk.Mood) -> Harm {
        Harm(
            testDescription: description, begin: { _, disk in try disk.set(mood) },
            end: { _, disk in try disk.set(.works) })
    }

    private static func garbage() -> Data {
        Data(String(repeating: "This is no database. ", count: 5_000).utf8)
    }

    static let harms = [
        disk("a full disk", .full),
        disk("a disk that became read-only", .readOnly),
        disk("a disk that fails", .fails),
        disk("a disk that hangs", .hangs),
        Harm(testDescription: "a file that is emptied") { state, _ in
            truncate("\(state)/state.sqlite", 0)
        },
        Harm(testDescription: "a log that is emptied") { state, _ in
            truncate("\(state)/state.sqlite-wal", 0)
        },
        Harm(testDescription: "a file that is overwritten") { state, _ in
            truncate("\(state)/state.sqlite", 0)
            let handle = try FileHandle(forWritingTo: URL(filePath: "\(state)/state.sqlite"))
            try handle.write(contentsOf: garbage().prefix(512))
            try handle.close()
        },
        Harm(testDescription: "a file that is replaced by garbage") { state, _ in
            try garbage().write(to: URL(filePath: "\(state)/state.sqlite"), options: .atomic)
        },
        Harm(testDescription: "a file that is removed") { state, _ in
            try FileManager.default.removeItem(atPath: "\(state)/state.sqlite")
        },
        Harm(testDescription: "a log that is removed") { state, _ in
            try FileManager.default.removeItem(atPath: "\(state)/state.sqlite-wal")
        },
        Harm(testDescription: "a file that is renamed") { state, _ in
            try FileManager.default.moveItem(
                atPath: "\(state)/state.sqlite", toPath: "\(state)/mine")
        },
        Harm(testDescription: "a folder that is removed") { state, _ in
            try FileManager.default.removeItem(atPath: state)
        },
        Harm(testDescription: "a folder that is renamed") { state, _ in
            try FileManager.default.moveItem(atPath: state, toPath: state + "-mine")
        },
        Harm(
            testDescription: "a folder in whose place a file is",
            begin: { state, _ in
                try FileManager.default.removeItem(atPath: state)
                try Data("mine".utf8).write(to: URL(filePath: state))
            }, end: { state, _ in try FileManager.default.removeItem(atPath: state) }),
    ]

    /// Two receivers: one takes everything, the other nothing while the harm lasts.
    @Test(arguments: harms)
    func `pages go out meanwhile, it heals, and a restart tells nothing twice`(
        _ harm: Harm
    ) async throws {
        let standIn = try await StandInProcess()
        let late = try ReceiverServer()
        let configuration = ExporterConfiguration.paging(
            standIn, to: ReceiverConfiguration(url: standIn.sink),
            ReceiverConfiguration("late", url: late.url))
        let folder = try TemporaryFolder()
        let state = folder.path(of: "state")
        let disk = try await FaultyDisk(at: state)
        let first = try await ExporterProcess(
            configuration, in: folder, environment: disk.environment)
        // Both are told that it fires, and the end of it waits for one of them in the storage.
        try await standIn.add(fault: "unauthorized")
        _ = try await standIn.pages(1)
        _ = try await late.taken(1)
        late.behave(.answers(503))
        try standIn.clear()
        _ = try await standIn.pages(2)
        _ = try await late.pages(2)
        try await standIn.waitForPolls()

        try harm.begin(state, disk)
        _ = try await first.metrics("the harm is counted") { $0.storageErrors() > 0 }
        // What waited is delivered meanwhile, and another alert begins.
        late.behave(.takes)
        _ = try await late.taken(2)
        try await standIn.add(fault: "unauthorized")
        #expect(try await standIn.pages(3)[2].gist == "firing: first notification")
        _ = try await late.taken(3)
        try await standIn.waitForPolls(3)
        #expect(first.failuresTold == 1)

        try harm.end(state, disk)
        _ = try #require(
            await first.process.line(
                containing: "the state is stored again", within: .seconds(90)), "\(first.log)")
        try await standIn.waitForPolls(3)
        #expect(first.failuresTold == 1)
        #expect(try await first.get("/").text.contains("in memory only") == false)
        await first.kill()

        let second = try await ExporterProcess(configuration, in: folder)
        try await standIn.waitForPolls(3)
        #expect(try await second.metrics().fires("ExchangeRateKeyRejected", base: ""))
        try standIn.clear()
        #expect(try await standIn.pages(4)[3].gist == "resolved: all alerts resolved")
        _ = try await late.taken(4)
        try await standIn.waitForPolls(3)
        let gists = Array(
            repeating: ["firing: first notification", "resolved: all alerts resolved"], count: 2)
        #expect(try await standIn.pages().map(\.gist) == gists.flatMap(\.self))
        #expect(try late.pages().filter(\.isTaken).map(\.gist) == gists.flatMap(\.self))
        #expect(try Set(late.pages().filter(\.isTaken).map(\.id)).count == 4)
        #expect(second.failuresTold == 0)
        await second.stop()
    }
}

extension ExporterProcess {
    /// How often the log says that the state cannot be stored.
    var failuresTold: Int { log.components(separatedBy: "the state cannot be stored").count - 1 }
}
