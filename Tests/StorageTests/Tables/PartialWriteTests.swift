import Domain
import ExchangeRate
import Foundation
import Freshness
import Testing

@testable import Storage

/// A commit writes the rows that differ from those of the commit before it.
struct PartialWriteTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var change: @Sendable (inout StoredState) throws -> Void
        var writes: [String]
    }

    static let cases = [
        Case(testDescription: "nothing", change: { _ in }, writes: []),
        Case(
            testDescription: "a try that failed",
            change: { $0.alerting.outbox[0].attempts += 1 }, writes: ["UPDATE outbox"]),
        Case(
            testDescription: "a delivery",
            change: {
                $0.alerting.outbox.remove(at: 0)
                $0.alerting.groups[0].told = GroupState.Told(firing: [], at: Samples.now)
            },
            writes: ["INSERT alert_groups", "DELETE outbox"]
                + Array(repeating: "DELETE outbox_bodies", count: 3)),
        Case(
            testDescription: "a notification more",
            change: {
                var item = $0.alerting.outbox[2]
                item.notification.id = "new"
                $0.alerting.outbox.append(item)
            }, writes: ["INSERT outbox", "INSERT outbox_bodies"]),
        Case(
            testDescription: "other bodies",
            change: { $0.alerting.outbox[2].bodies = [[1]] },
            writes: [
                "DELETE outbox", "DELETE outbox_bodies", "INSERT outbox", "INSERT outbox_bodies",
            ]),
        Case(
            testDescription: "an alert that ended",
            change: { $0.alerting.alerts[AlertKey(name: .limited)] = nil },
            writes: ["DELETE alerts"]),
        Case(
            testDescription: "an alert that changed",
            change: { $0.alerting.alerts[AlertKey(name: .limited)]?.heldFor = .seconds(1) },
            writes: ["INSERT alerts"]),
        Case(
            testDescription: "an address that took an ended alert",
            change: { $0.alerting.feeds[0].ended[0].takenAt["https://b.example"] = Samples.now },
            writes: ["INSERT feed_alerts"]),
        Case(
            testDescription: "an ended alert that all have taken",
            change: { $0.alerting.feeds[0].ended.remove(at: 0) }, writes: ["DELETE feed_alerts"]),
        Case(
            testDescription: "a base less in the round",
            change: { $0.account?.roundBases.remove(try Samples.code("EUR")) },
            writes: ["DELETE round_bases"]),
    ]

    @Test(arguments: cases)
    func `a commit writes what changed`(_ example: Case) async throws {
        var state = try Samples.full()
        try await folder.fill(state)
        let connection = try Connection(path: folder.database, patience: .zero)
        var written = WrittenRows()
        try connection.commit(.whole(state), over: &written)
        try Self.audit(connection)

        try example.change(&state)
        let update = StateUpdate(account: state.account, alerting: state.alerting)
        try connection.commit(.update(update), over: &written)
        var entries: [String] = []
        try connection.execute("SELECT entry FROM audit") { row in
            entries.append(row.text(0) ?? "")
        }
        #expect(entries.sorted() == example.writes.sorted())
        connection.close()

        let store = try await folder.openStore()
        #expect(try await store.load() == state)
        await store.close()
    }

    /// Lets the tables of alerting write down what happens to their rows.
    private static func audit(_ connection: Connection) throws {
        try connection.execute("CREATE TEMP TABLE audit (entry TEXT NOT NULL) STRICT")
        for table in [
            "alerts", "alert_groups", "outbox", "outbox_bodies", "feed_alerts", "answers",
            "unauthorized", "forbidden_bases", "round_bases",
        ] {
            for event in ["INSERT", "UPDATE", "DELETE"] {
                try connection.execute(
                    """
                    CREATE TEMP TRIGGER \(event)_\(table) AFTER \(event) ON main.\(table) BEGIN
                        INSERT INTO audit VALUES ('\(event) \(table)');
                    END
                    """)
            }
        }
    }

    /// The last table of a commit refuses a time, so that all others have been written by then.
    private func openWithRefusal(_ state: StoredState) async throws -> SQLiteStore {
        try await folder.fill(state)
        try folder.edit(
            """
            CREATE TRIGGER refusal BEFORE INSERT ON unauthorized WHEN NEW.last_at = 7
            BEGIN SELECT RAISE(ABORT, 'refused'); END
            """)
        return try await folder.openStore()
    }

    @Test(arguments: [true, false])
    func `nothing of a commit that failed is taken as written`(isDoneAgain: Bool) async throws {
        let former = try Samples.full()
        let store = try await openWithRefusal(former)
        try await store.commit(
            .update(StateUpdate(account: former.account, alerting: former.alerting)))

        var present = former
        present.account?.roundBases = []
        present.alerting.alerts[AlertKey(name: .limited)] = nil
        present.alerting.groups.removeLast()
        present.alerting.outbox.removeFirst()
        present.alerting.feeds[0].ended[0].takenAt["https://b.example"] = Samples.now
        present.alerting.answers = [.other]
        present.alerting.rejections.unauthorizedAt = Timestamp(nanosecondsSinceEpoch: 7)
        await #expect(throws: StorageError.self) {
            try await store.commit(.update(StateUpdate(present)))
        }
        #expect(try await store.load() == former)

        var next = isDoneAgain ? present : former
        next.alerting.rejections.unauthorizedAt = Samples.now
        try await store.commit(
            .update(StateUpdate(account: next.account, alerting: next.alerting)))
        #expect(try await store.load().alerting == next.alerting)
        #expect(try await store.load().account == next.account)
        await store.close()
    }
}
