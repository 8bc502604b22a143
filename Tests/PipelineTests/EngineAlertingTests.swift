import Alerting
import Delivery
import Domain
import ExchangeRate
import Foundation
import Freshness
import HTTP
import TestKit
import Testing

@testable import Pipeline

struct EngineAlertingTests {
    /// Good answers whose data stands still between two seconds.
    private static func frozen(from: Int, to: Int) -> EngineBench.Answer {
        { _, age in .fresh(age: from..<to ~= age ? from : age) }
    }

    @Test func `frozen data fires once and thawed data resolves once`() async {
        let bench = EngineBench(
            alerting: .example("oncall"), answer: Self.frozen(from: 300, to: 4000))
        bench.start()
        #expect(await bench.advance { bench.sent.count == 1 })
        // 15 min of `live`, 5 min of interval and the wait of the group after the last fresh data;
        // the clock may run on to the deadlines of writes that are under way.
        #expect(1501...1520 ~= bench.elapsed)
        #expect(await bench.advance { bench.sent.count == 2 })
        #expect(await bench.advance { bench.elapsed > 6000 })
        #expect(
            bench.sent == ["firing ExchangeRateStale", "resolved ExchangeRateStale"])
        #expect(bench.board.snapshot.receivers[0].counters.attempts == 2)
        #expect(bench.board.snapshot.receivers[0].waiting.isEmpty)
        await bench.stop()
    }

    @Test func `after a sleep of the machine an overdue base is asked before its data is judged`()
        async
    {
        let bench = EngineBench(alerting: .example("oncall"))
        bench.start()
        #expect(await eventually { bench.polls == 1 && bench.isAsleep })
        bench.clock.advance(by: .seconds(8 * 3600))
        #expect(await eventually { bench.polls == 2 })
        #expect(await bench.advance { bench.elapsed > 9 * 3600 })
        #expect(bench.sent.isEmpty)
        #expect(bench.events.values.allSatisfy { if case .alert = $0 { false } else { true } })
        await bench.stop()
    }

    @Test func `after a sleep of the machine data that is still old pages`() async {
        let bench = EngineBench(
            alerting: .example("oncall"), answer: Self.frozen(from: 0, to: 100_000))
        bench.start()
        #expect(await eventually { bench.polls == 1 && bench.isAsleep })
        bench.clock.advance(by: .seconds(8 * 3600))
        #expect(await bench.advance { bench.sent == ["firing ExchangeRateStale"] })
        #expect(bench.elapsed < 8 * 3600 + 60)
        await bench.stop()
    }

    @Test func `a row is stored before its request leaves`() async {
        let bench = EngineBench(
            alerting: .example("oncall"), answer: Self.frozen(from: 0, to: 100_000))
        bench.start()
        #expect(await bench.advance { bench.elapsed >= 1200 })
        bench.store.set(.hangs)
        #expect(await bench.advance { bench.store.isHanging })
        #expect(bench.sent.isEmpty)
        bench.store.set(.works)
        #expect(await bench.advance { bench.sent.count == 1 })
        let stored = bench.store.changes.compactMap { change -> [OutboxItem]? in
            guard case .update(let update) = change else { return nil }
            return update.alerting?.outbox
        }
        #expect(stored.contains { $0.map(\.notification.id) == ["id1"] })
        await bench.stop()
    }

    @Test func `a delivery is stored when it is known, not with the next poll`() async {
        let bench = EngineBench(
            alerting: .example("oncall"), answer: Self.frozen(from: 0, to: 100_000))
        bench.start()
        #expect(await bench.advance { bench.sent.count == 1 })
        let polls = bench.polls
        let isStored = await eventually {
            guard case .update(let update) = bench.store.changes.last else { return false }
            return update.alerting?.outbox == [] && update.alerting?.groups.first?.told != nil
        }
        #expect(isStored)
        #expect(bench.polls == polls)
        await bench.stop()
    }

    @Test func `a disk that fails keeps no page back`() async {
        let bench = EngineBench(
            alerting: .example("oncall"), answer: Self.frozen(from: 0, to: 100_000))
        bench.store.set(.fails)
        bench.start()
        #expect(await bench.advance { bench.sent.count == 1 })
        #expect(bench.storage.errors[.commit] != nil)
        await bench.stop()
    }

    @Test func `a receiver that fails is tried again with the same id and the same bytes`() async {
        let down = HTTPResponse(status: 503)
        let bench = EngineBench(
            alerting: .example("oncall"),
            transport: ScriptedTransport(
                .success(down), .success(down), .success(HTTPResponse(status: 200))),
            answer: Self.frozen(from: 0, to: 100_000))
        bench.start()
        #expect(await bench.advance { bench.transport.requests.count == 3 })
        #expect(await eventually { bench.board.snapshot.receivers[0].waiting.isEmpty })
        let requests = bench.transport.requests
        #expect(Set(requests.compactMap { $0.headers["webhook-id"] }).count == 1)
        #expect(Set(requests.map(\.body)).count == 1)
        #expect(bench.board.snapshot.receivers[0].counters.failures == [.server: 2])
        let told = bench.count {
            switch $0 {
            case .receiverFailing, .receiverRecovered: true
            default: false
            }
        }
        #expect(told == 2)
        await bench.stop()
    }

    @Test func `a receiver that hangs delays neither polls nor the others`() async {
        let bench = EngineBench(
            alerting: .example("hangs", "works"), transport: ScriptedTransport(body: ""),
            answer: Self.frozen(from: 0, to: 100_000))
        bench.start()
        #expect(await bench.advance { bench.sent.count == 2 })
        #expect(await bench.poll())
        await bench.stop()
    }

    @Test func `what a former process left is sent at once, with its id`() async {
        let notification = Notification(
            id: "before", receiver: "oncall", group: .keyRejected, reason: .first,
            createdAt: .example - .seconds(60),
            alerts: [
                Alert(
                    labels: ["alertname": "ExchangeRateKeyRejected"], annotations: [:],
                    startsAt: .example - .seconds(60))
            ])
        var stored = StoredState()
        stored.alerting.outbox = [
            OutboxItem(
                notification: notification, receiverType: "webhook", bodies: [Array("{}".utf8)])
        ]
        let bench = EngineBench(stored: stored, alerting: .example("oncall"))
        bench.start()
        #expect(await eventually { bench.transport.requests.count == 1 })
        #expect(bench.transport.requests.first?.headers["webhook-id"] == "before")
        await bench.stop()
    }

    @Test func `what waits for a receiver that is gone is dropped and told`() async {
        let notification = Notification(
            id: "before", receiver: "gone", group: .stale, reason: .first, createdAt: .example,
            alerts: [])
        var stored = StoredState()
        stored.alerting.outbox = [
            OutboxItem(notification: notification, receiverType: "webhook", bodies: [[]])
        ]
        let bench = EngineBench(stored: stored, alerting: .example("oncall"))
        bench.start()
        #expect(
            await eventually {
                bench.count {
                    if case .notificationOrphaned = $0 { return true }
                    return false
                } == 1
            })
        await bench.stop()
    }

    @Test func `nothing is written between polls while nothing happens`() async {
        let bench = EngineBench(alerting: .example("oncall"))
        bench.start()
        #expect(await eventually { bench.store.changes.count == 2 && bench.isAsleep })
        bench.clock.advance(by: .seconds(299))
        #expect(await eventually { bench.isAsleep })
        #expect(bench.store.changes.count == 2)
        await bench.stop()
    }

    @Test func `what is dropped leaves the storage`() async {
        var stored = StoredState()
        stored.alerting.outbox = [
            OutboxItem(
                notification: Notification(
                    id: "old", receiver: "gone", group: .stale, reason: .first,
                    createdAt: .example, alerts: []), receiverType: "webhook", bodies: [[1]])
        ]
        let bench = EngineBench(stored: stored, alerting: .example("oncall"))
        bench.start()
        #expect(await eventually { bench.polls == 1 })
        #expect(await bench.poll())
        #expect(
            bench.store.changes.contains { change in
                guard case .update(let update) = change else { return true }
                return update.alerting?.outbox.isEmpty == true
            })
        await bench.stop()
    }

    @Test func `an end that no Alertmanager takes is given up, counted and told`() async throws {
        var alerting = AlertingSettings.example()
        alerting.alerts.giveUpAfter = .seconds(600)
        alerting.receivers = [
            ReceiverSettings(
                name: "cluster", type: .alertmanager, url: try ReceiverURL("https://am.example"))
        ]
        let bench = EngineBench(
            alerting: alerting,
            transport: ScriptedTransport(.success(HTTPResponse(status: 503))),
            answer: Self.frozen(from: 0, to: 2000))
        bench.start()
        #expect(await bench.advance { bench.elapsed > 4000 })
        let dropped = bench.count { if case .notificationDropped = $0 { true } else { false } }
        #expect(dropped == 1)
        let receiver = bench.board.snapshot.receivers[0]
        #expect(receiver.counters.dropped == 1)
        #expect(receiver.waiting.isEmpty)
        await bench.stop()
    }
}
