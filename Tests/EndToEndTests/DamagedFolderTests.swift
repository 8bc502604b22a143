import Domain
import Foundation
import Freshness
import Storage
import TestKit
import Testing

/// A start that finds a damaged database, and is ended, or has a disk that fails, while it replaces
/// it.
@Suite(.fewAtATime)
struct DamagedFolderTests {
    private static let harms: [DiskFault.Harm] =
        [.kills(.before), .cutsPower(.synced), .cutsPower(.some)]
        + [.EIO, .ENOSPC].map { .failsOnce($0) }
        + [.EIO, .ENOSPC, .EROFS].map { .failsFrom($0) }

    @Test func `whatever befalls it, what could be read of a damaged file is not lost`()
        async throws
    {
        let original = try await Self.damagedFolder()
        let dry = try await Self.start(
            in: original, with: DiskFault(harm: .kills(.before), call: 0))
        #expect(dry.rescued == dry.expected && dry.log.contains("the state was damaged"), "\(dry)")
        #expect(dry.renames.count == 4, "\(dry)")
        let faults = try Self.faults(calls: dry.calls, renames: dry.renames)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for lane in 0..<4 {
                group.addTask {
                    for index in stride(from: lane, to: faults.count, by: 4) {
                        let result = try await Self.start(in: original, with: faults[index])
                        #expect(
                            result.rescued == result.expected && result.isAsDue,
                            "DISK_FAULT='\(faults[index])' left \(result.rescued)\n\(result.journal)\(result.log)"
                        )
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    /// Takes all there is, or what befalls names and some of the rest.
    private static func faults(calls: Int, renames: [Int]) throws -> [DiskFault] {
        let environment = ProcessInfo.processInfo.environment
        if let text = environment["DISK_FAULT"] {
            return [try #require(DiskFault(text), "no fault: \(text)")]
        }
        func faults(at calls: some Sequence<Int>) -> [DiskFault] {
            harms.flatMap { harm in
                calls.map { DiskFault(harm: harm, call: $0, seed: UInt64($0)) }
            }
        }
        let all = faults(at: 1...calls)
        let seed =
            try environment["DISK_SEED"].map { try #require(UInt64($0)) }
            ?? .random(in: 0...UInt64(UInt32.max))
        var random = SeededGenerator(seed: seed)
        let isWhole = environment["DISK_FAULTS"] == "all"
        let chosen =
            isWhole ? all : faults(at: renames) + all.shuffled(using: &random).prefix(32)
        print("damaged folder: DISK_SEED=\(seed), \(chosen.count) faults of \(all.count)")
        return chosen
    }

    /// What came of a start in a damaged folder that a fault befell.
    private struct Result {
        /// What waits in the folder at the next start, and what is to.
        var rescued: [String]
        let expected = ["0", "1"]
        var calls: Int
        var journal: String
        var log: String
        /// Which of the calls changed a name.
        var renames: [Int] {
            journal.split(separator: "\n").compactMap { line in
                let words = line.split(separator: " ")
                return words.count > 1 && words[1] == "rename" ? Int(words[0]) : nil
            }
        }
        /// Whether nothing ended the daemon but what ends any.
        var isAsDue: Bool
    }

    /// Has a daemon start in a copy of a folder, and kills it once it listens.
    private static func start(
        in original: TemporaryFolder, with fault: DiskFault
    ) async throws -> Result {
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
        let isEnded = !process.isRunning
        process.signal(SIGKILL)
        _ = await process.exitStatus()
        return Result(
            rescued: try await ids(in: state), calls: calls, journal: disk.journal,
            log: process.standardError,
            isAsDue: fault.harm.isDeadly || !isEnded)
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

    /// A folder whose database has one damaged page, which held nothing, and whose log holds more.
    private static func damagedFolder() async throws -> TemporaryFolder {
        let source = try TemporaryFolder()
        let path = source.path(of: "state")
        try await commit(["0"], in: path).close()
        let store = try await commit(["0", "1"], in: path)
        // As a `kill -9` leaves it.
        let folder = try TemporaryFolder()
        try FileManager.default.copyItem(atPath: path, toPath: folder.path(of: "state"))
        await store.close()

        let file = URL(filePath: folder.path(of: "state/state.sqlite"))
        var data = try Data(contentsOf: file)
        // The root of a table without rows is all zeros behind its header; the first ones are none that
        // the log has a newer one of.
        let page = try #require(
            Array(stride(from: 4_096, to: data.count, by: 4_096)).first { page in
                data[page..<page + 4_096].count { $0 != 0 } < 8
            })
        data.replaceSubrange(page + 8..<page + 4_096, with: Data(repeating: 0xff, count: 4_088))
        data[page] = 0xff
        try data.write(to: file)
        return folder
    }

    /// Has notifications wait in a folder.
    private static func commit(_ ids: [String], in path: String) async throws -> SQLiteStore {
        // Older ones would be given up.
        let now = Timestamp(nanosecondsSinceEpoch: Int64(Date.now.timeIntervalSince1970 * 1e9))
        let items = zip(ids, [AlertGroup.stale, .limited]).map { id, group in
            OutboxItem(
                notification: Domain.Notification(
                    id: id, receiver: "oncall", group: group, reason: .first, createdAt: now,
                    alerts: []),
                receiverType: "webhook", bodies: [[0]])
        }
        guard case .writable(let store, _) = await SQLiteStore.open(path, now: .epoch)
        else { throw NoStore() }
        try await store.commit(.update(StateUpdate(alerting: StoredAlerting(outbox: items))))
        return store
    }

    private struct NoStore: Error {}
}
