import Alerting
import Domain
import ExchangeRate
import Freshness
import HTTP
import TestKit
import Testing

@testable import Pipeline

/// A storage that can be read only after memory has told alerts of its own.
struct EngineMergeTests {
    private static func alert(
        _ base: CurrencyCode, at second: Int, endsAt: Int? = nil
    ) -> Alert {
        var alert = Alert(
            labels: [
                "alertname": "ExchangeRateStale", "severity": "critical", "base": base.text,
            ], annotations: [:], startsAt: .example + .seconds(second))
        alert.endsAt = endsAt.map { .example + .seconds($0) }
        return alert
    }

    /// The alert of USD fires and waits to be told; that of GBP has ended.
    private static var former: StoredState {
        let usd = alert(.usd, at: -600)
        let gbp = alert(.gbp, at: -600, endsAt: -60)
        var stored = StoredState()
        stored.alerting.alerts = [
            AlertKey(name: .stale, base: .usd): AlertState(
                phase: .firing, labels: usd.labels, annotations: [:], startsAt: usd.startsAt)
        ]
        stored.alerting.groups = [
            GroupState(
                receiver: "oncall", name: .stale, firing: [usd], resolved: [gbp],
                firstDueAt: .example - .seconds(600),
                told: GroupState.Told(firing: [gbp.identity], at: .example - .seconds(500)))
        ]
        stored.alerting.outbox = [
            OutboxItem(
                notification: Notification(
                    id: "before", receiver: "oncall", group: .stale, reason: .added,
                    createdAt: .example - .seconds(100), alerts: [usd]),
                receiverType: "webhook", bodies: [Array("{}".utf8)])
        ]
        return stored
    }

    @Test func `each start and each end is told once, and what waited is sent as it was`() async {
        let bench = EngineBench(
            isStoreOpen: false, reopened: Self.former, alerting: .example("oncall"),
            answer: { _, age in .fresh(age: age < 600 ? -5000 : age) })
        bench.start()
        #expect(await bench.advance { bench.sent.count == 1 })
        #expect(bench.elapsed < 300)
        #expect(await bench.advance { bench.elapsed > 3000 })
        #expect(
            bench.sent.filter { !$0.hasPrefix("?") } == [
                "firing ExchangeRateStale", "firing ExchangeRateStale ExchangeRateStale",
                "resolved ExchangeRateStale",
            ])
        let ids = bench.transport.requests.compactMap { $0.headers["webhook-id"] }
        #expect(ids.filter { $0 == "before" }.count == 1)
        #expect(ids.count == 4)
        #expect(bench.board.snapshot.receivers[0].waiting.isEmpty)
        guard
            case .update(let update) = bench.store.changes.last(where: { change in
                guard case .update(let update) = change else { return false }
                return update.alerting != nil
            })
        else {
            Issue.record("nothing of alerts was written")
            return
        }
        #expect(update.alerting?.groups == [])
        #expect(update.alerting?.alerts == [:])
        await bench.stop()
    }
}
