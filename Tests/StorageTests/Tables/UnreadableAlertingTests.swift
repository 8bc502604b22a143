import Domain
import ExchangeRate
import Storage
import Testing

struct UnreadableAlertingTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var sql: String
        var first: String
        var expected: @Sendable (inout StoredAlerting) throws -> Void
    }

    static let cases = [
        Case(
            testDescription: "labels that are no JSON",
            sql: "UPDATE alerts SET labels = '{' WHERE base = 'USD'",
            first: "alerts ExchangeRateStale USD",
            expected: { $0.alerts[AlertKey(name: .stale, base: try Samples.code("USD"))] = nil }),
        Case(
            testDescription: "annotations of another type",
            sql: "UPDATE alerts SET annotations = '[]' WHERE name = 'ExchangeRateLimited'",
            first: "alerts ExchangeRateLimited",
            expected: { $0.alerts[AlertKey(name: .limited)] = nil }),
        Case(
            testDescription: "an alert without a rule",
            sql: "UPDATE alerts SET name = 'Flood' WHERE name = 'ExchangeRateLimited'",
            first: "alerts Flood", expected: { $0.alerts[AlertKey(name: .limited)] = nil }),
        Case(
            testDescription: "an alert of no currency",
            sql: "UPDATE alerts SET base = 'EURO' WHERE base = 'EUR'",
            first: "alerts ExchangeRateStale EURO",
            expected: { $0.alerts[AlertKey(name: .stale, base: try Samples.code("EUR"))] = nil }),
        Case(
            testDescription: "a phase that there is not",
            sql: "UPDATE alerts SET phase = 'hot' WHERE base = 'USD'",
            first: "alerts ExchangeRateStale USD",
            expected: { $0.alerts[AlertKey(name: .stale, base: try Samples.code("USD"))] = nil }),
        Case(
            testDescription: "a group's alerts without a start",
            sql: "UPDATE alert_groups SET resolved = replace(resolved, 'starts_at', 's')"
                + " WHERE id = 1",
            first: "alert_groups 1", expected: { $0.groups.remove(at: 0) }),
        Case(
            testDescription: "what was told",
            sql: "UPDATE alert_groups SET told_firing = 'x' WHERE id = 1",
            first: "alert_groups 1", expected: { $0.groups[0].told = nil }),
        Case(
            testDescription: "the time of what was told",
            sql: "UPDATE alert_groups SET told_at = NULL WHERE id = 3",
            first: "alert_groups 3", expected: { $0.groups[2].told = nil }),
        Case(
            testDescription: "the reason of a notification",
            sql: "UPDATE outbox SET reason = 'boredom' WHERE id = 1", first: "outbox 1",
            expected: { $0.outbox.remove(at: 0) }),
        Case(
            testDescription: "the alerts of a notification",
            sql: "UPDATE outbox SET alerts = '[{}]' WHERE id = 2", first: "outbox 2",
            expected: { $0.outbox.remove(at: 1) }),
        Case(
            testDescription: "a receiver that is no UTF-8",
            sql: "UPDATE outbox SET receiver = CAST(x'ff' AS TEXT) WHERE id = 1",
            first: "outbox 1", expected: { $0.outbox.remove(at: 0) }),
        Case(
            testDescription: "the failure of a notification",
            sql: "UPDATE outbox SET last_failure = 'flood' WHERE id = 1", first: "outbox 1",
            expected: { $0.outbox[0].lastFailure = nil }),
        Case(
            testDescription: "a body that is gone",
            sql: "DELETE FROM outbox_bodies WHERE item = 1 AND position = 2", first: "outbox 1",
            expected: { $0.outbox.remove(at: 0) }),
        Case(
            testDescription: "a body too many",
            sql: "INSERT INTO outbox_bodies VALUES (2, 1, x'00', NULL)", first: "outbox 2",
            expected: { $0.outbox.remove(at: 1) }),
        Case(
            testDescription: "a body that is another",
            sql: "UPDATE outbox_bodies SET body = x'00' WHERE item = 1 AND position = 2",
            first: "outbox 1", expected: { $0.outbox.remove(at: 0) }),
        Case(
            testDescription: "the origin of a group",
            sql: "UPDATE alert_groups SET origin = '[]' WHERE id = 1", first: "alert_groups 1",
            expected: { $0.groups[0].origin = GroupOrigin() }),
        Case(
            testDescription: "the origin of a notification",
            sql: "UPDATE outbox SET origin = '{' WHERE id = 1", first: "outbox 1",
            expected: { $0.outbox[0].notification.origin = GroupOrigin() }),
        Case(
            testDescription: "a type of receiver that is no UTF-8",
            sql: "UPDATE outbox SET receiver_type = CAST(x'ff' AS TEXT) WHERE id = 1",
            first: "outbox 1", expected: { $0.outbox[0].receiverType = "" }),
        Case(
            testDescription: "more bodies delivered than there are",
            sql: "UPDATE outbox SET delivered_bodies = 4 WHERE id = 1", first: "outbox 1",
            expected: { $0.outbox[0].deliveredBodies = 0 }),
        Case(
            testDescription: "fewer bodies delivered than none",
            sql: "UPDATE outbox SET delivered_bodies = -1 WHERE id = 1", first: "outbox 1",
            expected: { $0.outbox[0].deliveredBodies = 0 }),
        Case(
            testDescription: "fewer tries than none",
            sql: "UPDATE outbox SET attempts = -1 WHERE id = 1", first: "outbox 1",
            expected: { $0.outbox.remove(at: 0) }),
        Case(
            testDescription: "tries that cannot be counted on",
            sql: "UPDATE outbox SET attempts = 9223372036854775807 WHERE id = 1",
            first: "outbox 1", expected: { $0.outbox.remove(at: 0) }),
        Case(
            testDescription: "an ended alert without a start",
            sql: "UPDATE feed_alerts SET alert = replace(alert, 'starts_at', 's') WHERE id = 2",
            first: "feed_alerts 2", expected: { $0.feeds[0].ended.remove(at: 1) }),
        Case(
            testDescription: "an ended alert without a rule",
            sql: "UPDATE feed_alerts SET name = 'Flood' WHERE id = 3",
            first: "feed_alerts 3", expected: { $0.feeds.remove(at: 1) }),
        Case(
            testDescription: "an ended alert for a receiver that is no UTF-8",
            sql: "UPDATE feed_alerts SET receiver = CAST(x'ff' AS TEXT) WHERE id = 1",
            first: "feed_alerts 1", expected: { $0.feeds[0].ended.remove(at: 0) }),
        Case(
            testDescription: "who took an ended alert",
            sql: "UPDATE feed_alerts SET taken = '{\"a\":\"b\"}' WHERE id = 2",
            first: "feed_alerts 2", expected: { $0.feeds[0].ended[1].takenAt = [:] }),
        Case(
            testDescription: "an answer of no kind",
            sql: "UPDATE answers SET kind = 'silence' WHERE id = 4", first: "answers 4",
            expected: { $0.answers.remove(at: 3) }),
        Case(
            testDescription: "a forbidden base of four letters",
            sql: "UPDATE forbidden_bases SET base = 'EURO' WHERE base = 'EUR'",
            first: "forbidden_bases EURO",
            expected: { $0.rejections.forbidden = [try Samples.code("USD")] }),
        Case(
            testDescription: "a missing class that is no UTF-8",
            sql: "UPDATE missing_classes SET source = CAST(x'ff' AS TEXT) WHERE base = 'EUR'",
            first: "missing_classes EUR",
            expected: { $0.downgrades[try Samples.code("EUR")] = nil }),
    ]

    @Test(arguments: cases)
    func `an unreadable row of alerting is told, and takes no other with it`(
        _ example: Case
    ) async throws {
        let folder = try TemporaryFolder()
        var state = try Samples.full()
        try await folder.fill(state)
        try folder.edit(example.sql)
        // Else they would tell, whatever was changed.
        try folder.forgetChecksums()

        let (store, notices) = try await folder.openWithNotices()
        #expect(notices == [.unreadableRows(count: 1, first: example.first)])
        try example.expected(&state.alerting)
        #expect(try await store.load() == state)

        // The next commit of alerting heals it.
        try await store.commit(.update(StateUpdate(alerting: state.alerting)))
        await store.close()
        let healed = try await folder.openStore()
        #expect(try await healed.load() == state)
        await healed.close()
    }
}
