import Domain
import Foundation
import Freshness
import Storage
import TestKit
import Testing

/// A start that finds a damaged database, and is ended while it replaces it.
@Suite(.fewAtATime)
struct DamagedFolderTests {
    private static let harms: [DiskFault.Harm] = [
        .kills(.before), .cutsPower(.synced), .cutsPower(.some),
    ]

    @Test func `whenever it ends, what could be read of a damaged file is not lost`() async throws {
        let original = try await Self.damagedFolder()
        let dry = try await Self.start(
            in: original, with: DiskFault(harm: .kills(.before), call: 0))
        #expect(dry.rescued == dry.expected && dry.log.contains("the state was damaged"), "\(dry)")
        let all = Self.harms.flatMap { harm in
            (1...dry.calls).map { DiskFault(harm: harm, call: $0, seed: UInt64($0)) }
        }
        let environment = ProcessInfo.processInfo.environment
        let seed =
            try environment["DISK_SEED"].map { try #require(UInt64($0)) }
            ?? .random(in: 0...UInt64(UInt32.max))
        var random = SeededGenerator(seed: seed)
        let isWhole = environment["DISK_FAULTS"] == "all"
        let faults = isWhole ? all : Array(all.shuffled(using: &random).prefix(48))
        print("damaged folder: DISK_SEED=\(seed), \(faults.count) faults of \(all.count)")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for lane in 0..<4 {
                group.addTask {
                    for index in stride(from: lane, to: faults.count, by: 4) {
                        let result = try await Self.start(in: original, with: faults[index])
                        #expect(
                            result.rescued == result.expected,
                            "DISK_FAULT='\(faults[index])'\n\(result.journal)")
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    /// What is in a folder after a start in a copy of it was ended by a fault.
    private static func start(
        in original: TemporaryFolder, with fault: DiskFault
    ) async throws -> (
        rescued: [String], expected: [String], calls: Int, journal: String,
        log: String
    ) {
        let folder = try TemporaryFolder()
        let state = folder.path(of: "state")
        try FileManager.default.copyItem(atPath: original.path(of: "state"), toPath: state)
        let disk = try await FaultyDisk(at: state, fault: fault)
        // Nobody listens there, and all that waits goes on to wait.
        let nowhere = "http://127.0.0.1:9"
        let process = try ExporterProcess.launch(
            ExporterConfiguration(
                api: nowhere, interval: "1h", receivers: [ReceiverConfiguration(url: nowhere)]),
            in: folder, environment: disk.environment)
        _ = await eventually(every: .milliseconds(10)) {
            process.standardError.contains("msg=\"listening\"") || !process.isRunning
        }
        let calls = try disk.calls.all
        process.signal(SIGKILL)
        _ = await process.exitStatus()
        return (
            try await ids(in: state), ["0"], calls, disk.journal,
            process.standardError
        )
    }

    /// The notifications that wait in a folder.
    private static func ids(in folder: String) async throws -> [String] {
        guard
            case .writable(let store, _) = await SQLiteStore.open(folder, now: .epoch)
        else { return [] }
        let ids = try await store.load().alerting.outbox.map(\.notification.id)
        await store.close()
        return ids
    }

    /// A folder whose database has one damaged page, which held nothing.
    private static func damagedFolder() async throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let state = folder.path(of: "state")
        // An older one would be given up.
        let now = Timestamp(nanosecondsSinceEpoch: Int64(Date.now.timeIntervalSince1970 * 1e9))
        let item = OutboxItem(
            notification: Domain.Notification(
                id: "0", receiver: "oncall", group: .stale, reason: .first, createdAt: now,
                alerts: []),
            receiverType: "webhook", bodies: [[0]])
        guard case .writable(let store, _) = await SQLiteStore.open(state, now: .epoch)
        else { return folder }
        try await store.commit(.whole(StoredState(alerting: StoredAlerting(outbox: [item]))))
        await store.close()
        let file = URL(filePath: "\(state)/state.sqlite")
        var data = try Data(contentsOf: file)
        // The root of a table without rows is all zeros behind its header.
        let page = try #require(
            Array(stride(from: 4_096, to: data.count, by: 4_096)).last { page in
                data[page..<page + 4_096].count { $0 != 0 } < 8
            })
        data.replaceSubrange(page + 8..<page + 4_096, with: Data(repeating: 0xff, count: 4_088))
        data[page] = 0xff
        try data.write(to: file)
        return folder
    }
}
