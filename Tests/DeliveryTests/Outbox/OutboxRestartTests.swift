import Domain
import Freshness
import Testing

@testable import Delivery

struct OutboxRestartTests {
    private func item(
        _ id: String, to receiver: String = "oncall", group: AlertGroup = .stale,
        createdAt: Double = 0, alerts: [Alert] = [.example()], retryAfter: Double? = nil
    ) -> OutboxItem {
        var item = OutboxItem(
            notification: .example(
                id, to: receiver, group: group, createdAt: .after(createdAt), alerts: alerts),
            receiverType: "webhook",
            bodies: [Array(id.utf8)])
        item.attempts = 9
        item.lastFailure = .connect
        item.nextAttemptAt = Moment.after(5000).timestamp
        item.retryAfter = retryAfter.map { Moment.after($0).timestamp }
        return item
    }

    private func started(
        _ items: [OutboxItem], at now: Moment = .after(100), giveUpAfter: Duration = .seconds(3600)
    ) -> Outbox {
        var outbox = Outbox(receivers: [.example()], giveUpAfter: giveUpAfter)
        _ = outbox.restore(items, now: now)
        return outbox
    }

    @Test func `a start tries at once, with the same id and bytes`() {
        let outbox = started([item("n1")])
        var expected = item("n1")
        expected.nextAttemptAt = nil
        #expect(outbox.next("oncall", now: .after(100)) == .send(expected))
        #expect(outbox.items == [expected])
    }

    @Test(
        arguments: [
            ("past", 90, 100), ("running", 130, 130), ("absurd", 90000, 1000), ("none", nil, 100),
        ] as [(String, Double?, Double)])
    func `a start waits for a Retry-After that still runs, a quarter of an hour at most`(
        name: String, retryAfter: Double?, due: Double
    ) {
        let outbox = started([
            item("n1", retryAfter: retryAfter), item("n2", group: .limited),
        ])
        #expect(outbox.deadline == .after(due))
        let isDue = outbox.next("oncall", now: .after(100)).item != nil
        #expect(isDue == (due == 100))
    }

    @Test func `the waits begin anew after a start`() {
        var outbox = started([item("n1")])
        outbox.begin("n1")
        let settlement = outbox.settle("n1", verdict: .down, jitter: 0.5, now: .after(100))
        #expect(settlement == .again(at: .after(101)))
        #expect(outbox.items.map(\.attempts) == [10])
    }

    @Test func `the time that the daemon was down counts for giving up`() {
        var outbox = started([item("n1")], giveUpAfter: .seconds(100))
        #expect(outbox.expire(now: .after(100)).map(\.notification.id) == ["n1"])
        #expect(outbox.snapshots(at: .example).map(\.counters.dropped) == [1])
    }

    @Test func `a notification from the future counts from the start`() {
        var outbox = started([item("n1", createdAt: 9000)], giveUpAfter: .seconds(60))
        #expect(outbox.expire(now: .after(159)) == [])
        #expect(outbox.expire(now: .after(160)).map(\.notification.id) == ["n1"])
    }

    @Test func `the order within a group survives, and what is told by a newer one goes`() {
        let outbox = started([
            item("n1", createdAt: 0, alerts: [.example("EUR")]),
            item("n2", createdAt: 10, alerts: [.example("USD")]),
            item("n3", createdAt: 20, alerts: [.example("USD", endsAt: 15)]),
        ])
        #expect(outbox.items.map(\.notification.id) == ["n1", "n3"])
        #expect(outbox.next("oncall", now: .after(100)).item?.notification.id == "n1")
    }

    @Test func `what no receiver is left for is given back`() {
        var outbox = Outbox(receivers: [.example()], giveUpAfter: .seconds(600))
        let orphan = item("n1", to: "former")
        #expect(outbox.restore([orphan, item("n2")], now: .after(100)) == [orphan])
        #expect(outbox.items.map(\.notification.id) == ["n2"])
    }

    @Test func `rows that are read later join those that came meanwhile, oldest first`() {
        var outbox = Outbox(receivers: [.example()], giveUpAfter: .seconds(6000))
        outbox.insert(
            .example("new", createdAt: .after(100), alerts: [.example("USD")]), bodies: [],
            now: .after(100))
        outbox.begin("new")
        let stored = [item("old", alerts: [.example("EUR")]), item("new")]
        #expect(outbox.restore(stored, now: .after(110)) == [])
        #expect(outbox.items.map(\.notification.id) == ["old", "new"])
        #expect(outbox.items.map(\.attempts) == [9, 1])
    }

    @Test func `a reload ends the waits`() {
        var timeline = OutboxTimeline()
        timeline.insert(.example())
        timeline.run(until: 100) { _ in .failed(.client, lane: .slow) }
        _ = timeline.outbox.reconfigure(
            receivers: [.example()], giveUpAfter: .seconds(3600), now: timeline.now)
        timeline.run(until: 110) { _ in .down }
        #expect(timeline.tries.map(\.at) == [0, 100, 101, 106])
    }

    @Test(
        arguments: [
            ("the same URL", "https://hooks.example/a", [0, 300]),
            ("another URL", "https://hooks.example/b", [0, 100]),
        ] as [(String, String, [Double])])
    func `a reload heeds Retry-After until the URL changes`(
        name: String, url: String, times: [Double]
    ) {
        var timeline = OutboxTimeline([.example(url: "https://hooks.example/a")])
        timeline.insert(.example())
        timeline.run(until: 100) { _ in
            .failed(.rateLimited, lane: .quick, retryAfter: .seconds(300))
        }
        _ = timeline.outbox.reconfigure(
            receivers: [.example(url: url)], giveUpAfter: .seconds(3600), now: timeline.now)
        timeline.run(until: 400) { _ in .delivered }
        #expect(timeline.tries.map(\.at) == times)
    }

    @Test(
        arguments: [
            ("the same URL", "https://hooks.example/a", [0]),
            ("another URL", "https://hooks.example/b", [0, 100]),
        ] as [(String, String, [Double])])
    func `a stopped receiver is tried once its URL changes`(
        name: String, url: String, times: [Double]
    ) {
        var timeline = OutboxTimeline([.example(url: "https://hooks.example/a")])
        timeline.insert(.example())
        timeline.run(until: 100) { _ in .failed(.client, lane: .stopped) }
        _ = timeline.outbox.reconfigure(
            receivers: [.example(url: url)], giveUpAfter: .seconds(3600), now: timeline.now)
        timeline.run(until: 400) { _ in .delivered }
        #expect(timeline.tries.map(\.at) == times)
    }

    @Test func `an answer from a former URL stops nothing`() {
        var outbox = Outbox(
            receivers: [.example(url: "https://hooks.example/a")], giveUpAfter: .seconds(3600))
        outbox.insert(.example(), bodies: [], now: .example)
        outbox.begin("n1")
        _ = outbox.reconfigure(
            receivers: [.example(url: "https://hooks.example/b")], giveUpAfter: .seconds(3600),
            now: .after(1))
        let settlement = outbox.settle(
            "n1", verdict: .failed(.client, lane: .stopped, retryAfter: .seconds(600)),
            jitter: 0.5, now: .after(2))
        #expect(settlement == .again(at: .after(3)))
        #expect(outbox.snapshots(at: .example).map(\.isStopped) == [false])
    }

    @Test func `a reload gives back what waits for a receiver that is gone`() {
        var timeline = OutboxTimeline([.example("a"), .example("b")])
        timeline.insert(.example("n1", to: "a"))
        timeline.insert(.example("n2", to: "b"))
        timeline.outbox.begin("n1")
        let orphans = timeline.outbox.reconfigure(
            receivers: [.example("c"), .example("b")], giveUpAfter: .seconds(3600),
            now: timeline.now)
        #expect(orphans.map(\.notification.id) == ["n1"])
        #expect(timeline.outbox.receivers == ["c", "b"])
        #expect(
            timeline.outbox.settle("n1", verdict: .delivered, jitter: 0, now: timeline.now)
                == nil)
        #expect(timeline.outbox.items.map(\.notification.id) == ["n2"])
    }

    @Test func `counters go on over a reload`() {
        var timeline = OutboxTimeline()
        timeline.insert(.example())
        timeline.run(until: 10) { _ in .delivered }
        let before = timeline.outbox.snapshots(at: timeline.now).map(\.counters)
        _ = timeline.outbox.reconfigure(
            receivers: [.example()], giveUpAfter: .seconds(1), now: timeline.now)
        #expect(timeline.outbox.snapshots(at: timeline.now).map(\.counters) == before)
        #expect(before.map(\.attempts) == [1])
    }
}
