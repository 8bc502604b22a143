import Domain
import Freshness
import Testing

@testable import Delivery

struct OutboxTests {
    private static let refused = DeliveryVerdict.failed(.client, lane: .slow)
    private static let gone = DeliveryVerdict.failed(.client, lane: .stopped)

    private static func limited(_ seconds: Double) -> DeliveryVerdict {
        .failed(.rateLimited, lane: .quick, retryAfter: .seconds(seconds))
    }

    @Test(
        arguments: [
            ("down", DeliveryVerdict.down, [0, 1, 6, 21, 81, 201, 441, 741, 1041]),
            ("refused", refused, [0, 900]),
            ("gone", gone, [0]),
            ("limited for a second", limited(1), [0, 1, 6, 21, 81, 201, 441, 741, 1041]),
            ("limited for 7 s", limited(7), [0, 7, 14, 29, 89, 209, 449, 749, 1049]),
            ("limited for a day", limited(86400), [0, 900]),
            (
                "limited and refused", .failed(.client, lane: .slow, retryAfter: .seconds(7)),
                [0, 900]
            ),
        ] as [(String, DeliveryVerdict, [Double])])
    func `a failed delivery is tried again by its lane`(
        name: String, verdict: DeliveryVerdict, times: [Double]
    ) {
        var timeline = OutboxTimeline()
        timeline.insert(.example())
        timeline.run(until: 1100) { _ in verdict }
        #expect(timeline.tries.map(\.at) == times)
        #expect(Set(timeline.tries.map(\.id)) == ["n1"])
    }

    @Test func `a delivered notification leaves`() {
        var timeline = OutboxTimeline()
        timeline.insert(.example())
        timeline.run(until: 60) { $0.at < 6 ? .down : .delivered }
        #expect(timeline.tries.map(\.at) == [0, 1, 6])
        #expect(
            timeline.settlements == [
                .again(at: .after(1)), .again(at: .after(6)), .delivered(.example()),
            ])
        #expect(timeline.outbox.items == [])
        #expect(timeline.outbox.deadline == nil)
        #expect(timeline.outbox.next("oncall", now: timeline.now) == .idle)
    }

    @Test func `a row says how often it was tried, why it failed and when it is next`() {
        var timeline = OutboxTimeline()
        timeline.insert(.example())
        timeline.run(until: 0) { _ in Self.limited(7) }
        let item = timeline.outbox.items.first
        #expect(item?.attempts == 1)
        #expect(item?.lastFailure == .rateLimited)
        #expect(item?.nextAttemptAt == Moment.after(7).timestamp)
        #expect(item?.retryAfter == Moment.after(7).timestamp)
        #expect(item?.bodies == [Array("n1".utf8)])
        #expect(timeline.outbox.next("oncall", now: .after(6.9)) == .wait(until: .after(7)))
    }

    @Test func `a newer notification takes the place of one that waits, and is tried at once`() {
        var timeline = OutboxTimeline()
        timeline.insert(.example("n1"))
        timeline.run(until: 100) { _ in .down }
        #expect(timeline.insert(.example("n2", alerts: [.example(endsAt: 90)])) == ["n1"])
        timeline.run(until: 101) { _ in .down }
        #expect(timeline.tries.suffix(2).map(\.description) == ["n2@100.0", "n2@101.0"])
        #expect(timeline.outbox.items.map(\.notification.id) == ["n2"])
    }

    @Test func `what a newer notification does not tell stays, and goes before it`() {
        var timeline = OutboxTimeline()
        timeline.insert(.example("n1", alerts: [.example("EUR")]))
        timeline.run(until: 0) { _ in .down }
        #expect(timeline.insert(.example("n2", alerts: [.example("USD")])) == [])
        timeline.run(until: 10) { _ in .delivered }
        #expect(timeline.tries.map(\.description) == ["n1@0.0", "n1@1.0", "n2@1.0"])
    }

    @Test(arguments: [
        ("the same", [Alert.example()], [Alert.example()], true),
        ("one more", [.example()], [.example(), .example("EUR")], true),
        ("ended since", [.example()], [.example(endsAt: 9)], true),
        ("ended both times", [.example(endsAt: 9)], [.example(endsAt: 9)], true),
        ("ended, no longer told", [.example(endsAt: 9)], [.example("EUR")], false),
        ("ended, another episode fires", [.example(endsAt: 9)], [.example(startsAt: 20)], false),
        ("ended, said to fire", [.example(endsAt: 9)], [.example()], false),
        ("one less", [.example(), .example("EUR")], [.example()], false),
    ])
    func `a notification covers an earlier one whose alerts it tells`(
        name: String, earlier: [Alert], later: [Alert], covers: Bool
    ) {
        let isCovered = Notification.example("n2", alerts: later)
            .covers(.example("n1", alerts: earlier))
        #expect(isCovered == covers)
    }

    @Test func `a notification in flight is not replaced, and the newer one waits for it`() {
        var outbox = Outbox(receivers: [.example()], giveUpAfter: .seconds(600))
        outbox.insert(.example("n1"), bodies: [], now: .example)
        outbox.begin("n1")
        #expect(outbox.insert(.example("n2"), bodies: [], now: .after(1)) == [])
        #expect(outbox.next("oncall", now: .after(1)) == .idle)
        let settlement = outbox.settle("n1", verdict: .delivered, jitter: 0, now: .after(2))
        #expect(settlement == .delivered(.example("n1")))
        #expect(outbox.next("oncall", now: .after(2)).item?.notification.id == "n2")
    }

    @Test func `a notification that fails in flight gives way to the newer one`() {
        var outbox = Outbox(receivers: [.example()], giveUpAfter: .seconds(600))
        outbox.insert(.example("n1"), bodies: [], now: .example)
        outbox.begin("n1")
        outbox.insert(.example("n2"), bodies: [], now: .after(1))
        let settlement = outbox.settle("n1", verdict: .down, jitter: 0, now: .after(2))
        #expect(settlement == .replaced(by: .example("n2")))
        #expect(outbox.items.map(\.notification.id) == ["n2"])
        #expect(outbox.next("oncall", now: .after(2)).item?.notification.id == "n2")
    }

    @Test func `a notification that fails in flight stays where the newer one does not tell it`() {
        var outbox = Outbox(receivers: [.example()], giveUpAfter: .seconds(600))
        outbox.insert(.example("n1", alerts: [.example("EUR")]), bodies: [], now: .example)
        outbox.begin("n1")
        outbox.insert(.example("n2", alerts: [.example("USD")]), bodies: [], now: .after(1))
        let settlement = outbox.settle("n1", verdict: .down, jitter: 0.5, now: .after(2))
        #expect(settlement == .again(at: .after(3)))
        #expect(outbox.next("oncall", now: .after(2)) == .wait(until: .after(3)))
        #expect(outbox.items.map(\.notification.id) == ["n1", "n2"])
    }

    @Test func `the groups of a receiver take turns, one in flight at a time`() {
        var timeline = OutboxTimeline()
        timeline.latency = .seconds(10)
        timeline.insert(.example("a", group: .stale))
        timeline.insert(.example("b", group: .limited))
        timeline.run(until: 60) { $0.id == "a" ? .down : .delivered }
        #expect(timeline.tries.prefix(3).map(\.description) == ["a@0.0", "b@10.0", "a@20.0"])
    }

    @Test func `a receiver that fails delays no other`() {
        var timeline = OutboxTimeline([.example("a"), .example("b")])
        timeline.insert(.example("n1", to: "a"))
        timeline.insert(.example("n2", to: "b"))
        timeline.run(until: 30) { $0.id == "n1" ? .down : .delivered }
        #expect(timeline.tries.filter { $0.id == "n2" }.map(\.at) == [0])
        #expect(timeline.outbox.isFailing("a"))
        #expect(!timeline.outbox.isFailing("b"))
    }

    @Test func `Retry-After holds for all that waits for the receiver, and for what comes`() {
        var timeline = OutboxTimeline()
        timeline.insert(.example("a", group: .stale))
        timeline.run(until: 0) { _ in Self.limited(30) }
        timeline.insert(.example("b", group: .limited))
        timeline.insert(.example("a2", group: .stale))
        #expect(
            timeline.outbox.items.map(\.retryAfter) == [
                Moment.after(30).timestamp, Moment.after(30).timestamp,
            ])
        timeline.run(until: 60) { _ in .delivered }
        #expect(timeline.tries.map(\.at) == [0, 30, 30])
    }

    @Test func `what is undelivered for too long is dropped and counted`() {
        var timeline = OutboxTimeline(giveUpAfter: .seconds(100))
        timeline.insert(.example())
        timeline.run(until: 200) { _ in .down }
        #expect(timeline.tries.map(\.at) == [0, 1, 6, 21, 81])
        #expect(timeline.dropped == ["n1"])
        #expect(timeline.outbox.items == [])
        #expect(timeline.outbox.snapshots(at: timeline.now).map(\.counters.dropped) == [1])
    }

    @Test func `what a stopped receiver does not take is dropped without a try`() {
        var timeline = OutboxTimeline(giveUpAfter: .seconds(100))
        timeline.insert(.example("a", group: .stale))
        timeline.run(until: 10) { _ in Self.gone }
        timeline.insert(.example("b", group: .limited))
        #expect(timeline.outbox.snapshots(at: timeline.now).map(\.isStopped) == [true])
        timeline.run(until: 200) { _ in .delivered }
        #expect(timeline.settlements == [.stopped])
        #expect(timeline.tries.map(\.description) == ["a@0.0"])
        #expect(timeline.dropped == ["a", "b"])
    }

    @Test func `what fails after its time is dropped, and what is delivered after it is delivered`()
    {
        for verdict in [DeliveryVerdict.down, .delivered] {
            var timeline = OutboxTimeline(giveUpAfter: .seconds(5))
            timeline.latency = .seconds(10)
            timeline.insert(.example())
            timeline.run(until: 100) { _ in verdict }
            #expect(
                timeline.settlements == [
                    verdict == .down ? .dropped(.example()) : .delivered(.example())
                ])
            #expect(timeline.dropped == [])
        }
    }

    @Test func `what is in flight is not given up`() {
        var outbox = Outbox(receivers: [.example()], giveUpAfter: .seconds(5))
        outbox.insert(.example(), bodies: [], now: .example)
        outbox.begin("n1")
        #expect(outbox.expire(now: .after(6)) == [])
        #expect(outbox.deadline == nil)
        #expect(outbox.items.map(\.notification.id) == ["n1"])
    }

    @Test func `a wall clock that jumps moves no try and gives nothing up`() {
        var outbox = Outbox(receivers: [.example()], giveUpAfter: .seconds(600))
        outbox.insert(.example(), bodies: [], now: .example)
        outbox.begin("n1")
        _ = outbox.settle("n1", verdict: .down, jitter: 0.5, now: .example)
        var later = Moment.after(0.5)
        later.timestamp = later.timestamp + .seconds(7200)
        #expect(outbox.expire(now: later) == [])
        #expect(outbox.next("oncall", now: later) == .wait(until: .after(1)))
    }

    @Test func `tries, failures and the last success are counted`() {
        var timeline = OutboxTimeline()
        timeline.insert(.example())
        timeline.run(until: 60) { $0.at < 5 ? .down : $0.at < 10 ? Self.limited(2) : .delivered }
        var expected = DeliveryCounters()
        expected.attempts = 4
        expected.failures = [.connect: 2, .rateLimited: 1]
        expected.lastSuccessAt = Moment.after(21).timestamp
        #expect(timeline.outbox.snapshots(at: timeline.now).map(\.counters) == [expected])
        #expect(!timeline.outbox.isFailing("oncall"))
    }

    @Test func `a snapshot shows what waits, and of the URL only scheme and host`() {
        var timeline = OutboxTimeline()
        timeline.insert(.example(alerts: [.example(), .example("EUR", endsAt: 5)]))
        timeline.run(until: 0) { _ in .down }
        var counters = DeliveryCounters()
        counters.attempts = 1
        counters.failures = [.connect: 1]
        let waiting = ReceiverSnapshot.Waiting(
            group: .stale, alertCount: 2, isFiring: true, createdAt: Moment.example.timestamp,
            attempts: 1, nextAttemptAt: Moment.after(1).timestamp, lastFailure: .connect)
        let expected = ReceiverSnapshot(
            name: "oncall", type: "webhook", address: "https://hooks.example:8443",
            counters: counters, waiting: [waiting])
        #expect(timeline.outbox.snapshots(at: timeline.now) == [expected])
    }

    @Test func `a try that was broken off may begin again at once`() {
        var outbox = Outbox(receivers: [.example()], giveUpAfter: .seconds(600))
        outbox.insert(.example(), bodies: [], now: .example)
        outbox.begin("n1")
        outbox.abandon("n1")
        #expect(outbox.next("oncall", now: .example).item?.notification.id == "n1")
        #expect(outbox.settle("n1", verdict: .delivered, jitter: 0, now: .example) == nil)
        #expect(outbox.snapshots(at: .example).map(\.counters.failures) == [[:]])
    }
}
