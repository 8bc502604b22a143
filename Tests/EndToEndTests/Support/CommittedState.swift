import Domain
import Foundation
import Freshness
import Testing

@testable import Storage

/// What the folder of a daemon that does not run holds.
struct CommittedState: Sendable {
    private let state: StoredState

    /// Reads a copy, so that the next start finds the folder as the last run left it.
    ///
    /// - Parameter purpose: what is said where it is damaged.
    init(of folder: TemporaryFolder, _ purpose: Comment? = nil) async throws {
        let copy = try Self.copy(of: folder)
        guard
            case .writable(let store, let notices) = await SQLiteStore.open(
                copy.path, now: Timestamp(nanosecondsSinceEpoch: 0))
        else { throw UnreadableState() }
        #expect(notices.isEmpty, purpose)
        state = try await store.load()
        await store.close()
    }

    /// How many bytes of the files hold something: what SQLite has freed it keeps for rows to come.
    ///
    /// The daemon may run, but is to write nothing now.
    static func usedBytes(of folder: TemporaryFolder) throws -> Int {
        let copy = try copy(of: folder)
        let connection = try Connection(
            path: copy.path(of: "state.sqlite"), patience: .seconds(10))
        defer { connection.close() }
        let pages =
            try connection.integer("PRAGMA page_count")
            - connection.integer("PRAGMA freelist_count")
        return Int(try pages * connection.integer("PRAGMA page_size"))
    }

    private static func copy(of folder: TemporaryFolder) throws -> TemporaryFolder {
        let copy = try TemporaryFolder()
        for name in ([""] + StorageFolder.companions).map({ "state.sqlite\($0)" }) {
            let file = folder.path(of: "state/\(name)")
            guard FileManager.default.fileExists(atPath: file) else { continue }
            try FileManager.default.copyItem(atPath: file, toPath: copy.path(of: name))
        }
        return copy
    }

    /// The times of the data, by base and symbol: `USD/EUR`.
    var readings: [String: Timestamp] {
        Dictionary(
            uniqueKeysWithValues: state.symbols.compactMap { symbol in
                symbol.reading.map { ("\(symbol.base)/\(symbol.symbol)", $0.observedAt) }
            })
    }

    /// The requests of the month.
    var monthRequests: Int { state.account?.monthRequests ?? 0 }

    /// The alerts that fire.
    var firing: Set<Alert.Identity> {
        Set(
            alerting.alerts.values.filter { $0.phase == .firing }.map { state in
                Alert(labels: state.labels, annotations: [:], startsAt: state.startsAt).identity
            })
    }

    /// Every alert that fires, or that somebody is still to be told of.
    var episodes: Set<Alert.Identity> {
        let told = alerting.groups.flatMap { $0.firing + $0.resolved }
        let waiting = alerting.outbox.flatMap(\.notification.alerts)
        let ended = alerting.feeds.flatMap(\.ended).map(\.alert)
        return firing.union((told + waiting + ended).map(\.identity))
    }

    /// How many notifications wait.
    var undelivered: Int { alerting.outbox.count }

    /// How many of them have had the first of their requests taken, and not the last.
    var halfDelivered: Int { alerting.outbox.count { $0.deliveredBodies > 0 } }

    /// How many ends no address of a receiver of the present state has taken.
    var untoldEnds: Int { alerting.feeds.flatMap(\.ended).count(where: \.takenAt.isEmpty) }

    private var alerting: StoredAlerting { state.alerting }

    private struct UnreadableState: Error {}
}
