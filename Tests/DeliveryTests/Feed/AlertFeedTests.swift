import Domain
import Freshness
import TestKit
import Testing

@testable import Delivery

struct AlertFeedTests {
    @Test func `what fires is told at once and every minute, whatever the last try said`() {
        var timeline = FeedTimeline()
        let isFireUsdNew = timeline.fire("USD")
        #expect(isFireUsdNew)
        timeline.run(until: 200) { _, second in second >= 100 }
        #expect(
            timeline.tries.map(\.description) == [
                "0@0.0 +USD", "0@60.0 +USD", "0@120.0 +USD", "0@180.0 +USD",
            ])
        #expect(timeline.delivered == ["120.0 +USD"])
        #expect(timeline.feed.snapshot(at: timeline.now).counters.failures == [.connect: 2])
        #expect(timeline.feed.snapshot(at: timeline.now).waiting == [])
    }

    @Test func `a change is told at once, and starts the minute anew`() {
        var timeline = FeedTimeline()
        _ = timeline.fire("USD")
        timeline.run(until: 25)
        let isFireEurNew = timeline.fire("EUR")
        #expect(isFireEurNew)
        timeline.run(until: 90)
        #expect(
            timeline.tries.map(\.description) == [
                "0@0.0 +USD", "0@25.0 +USD +EUR", "0@85.0 +USD +EUR",
            ])
    }

    @Test func `what ended is told for a quarter of an hour after it was taken`() {
        var timeline = FeedTimeline()
        _ = timeline.fire("USD")
        timeline.run(until: 30)
        let isResolveUsdNew = timeline.resolve("USD")
        #expect(isResolveUsdNew)
        timeline.run(until: 3000) { _, second in second >= 200 }
        let told = timeline.tries.filter { $0.told == "-USD" }.map(\.at)
        // First taken 210 s after the start of it all, and then told for 900 s.
        #expect(told.first == 30)
        #expect(told.last == 1050)
        #expect(timeline.delivered == ["0.0 +USD", "210.0 -USD"])
        #expect(timeline.feed.state.ended.isEmpty)
        #expect(timeline.dropped.isEmpty)
    }

    @Test
    func `an address that misses what another took is shown as failing, until nothing is told`() {
        var timeline = FeedTimeline(addresses: 2)
        #expect(timeline.feed.snapshot(at: timeline.now).failingAddresses.isEmpty)
        _ = timeline.fire("USD")
        timeline.run(until: 90) { address, _ in address == 0 }
        let failing = ReceiverSnapshot.FailingAddress(
            address: "https://hooks.example:8443 #2", failure: .connect)
        #expect(timeline.feed.snapshot(at: timeline.now).waiting.isEmpty)
        #expect(timeline.feed.snapshot(at: timeline.now).failingAddresses == [failing])
        #expect(
            timeline.feed.snapshot(at: timeline.now).address
                == "https://hooks.example:8443, https://hooks.example:8443 #2")
        _ = timeline.resolve("USD")
        timeline.run(until: 6000) { address, _ in address == 0 }
        #expect(timeline.feed.snapshot(at: timeline.now).failingAddresses.isEmpty)
    }

    @Test func `each address has a success of its own`() {
        var timeline = FeedTimeline(addresses: 2)
        _ = timeline.fire("USD")
        timeline.run(until: 10)
        _ = timeline.resolve("USD")
        // The second one comes back after an hour less a minute.
        timeline.run(until: 5000) { address, second in address == 0 || second >= 3540 }
        let told = { (address: Int) in
            timeline.tries.filter { $0.address == address && $0.told == "-USD" }.map(\.at)
        }
        #expect(told(0).first == 10)
        #expect(told(0).last == 850)
        #expect(told(1).first == 10)
        #expect(told(1).last == 4390)
        #expect(timeline.delivered == ["0.0 +USD", "10.0 -USD"])
        #expect(timeline.dropped.isEmpty)
    }

    @Test func `an end that nobody takes in time is given up, and counted`() {
        var timeline = FeedTimeline(addresses: 2)
        _ = timeline.fire("USD")
        timeline.run(until: 10)
        _ = timeline.resolve("USD")
        timeline.run(until: 9000) { _, _ in false }
        #expect(timeline.dropped == ["-USD"])
        #expect(timeline.feed.snapshot(at: timeline.now).counters.dropped == 1)
        #expect(timeline.tries.last?.at == 3550)
        #expect(timeline.feed.state.ended.isEmpty)
    }

    @Test func `an end that one address took is not lost when another never does`() {
        var timeline = FeedTimeline(addresses: 2)
        _ = timeline.fire("USD")
        timeline.run(until: 10)
        _ = timeline.resolve("USD")
        timeline.run(until: 9000) { address, _ in address == 0 }
        #expect(timeline.dropped.isEmpty)
        #expect(timeline.feed.snapshot(at: timeline.now).counters.dropped == 0)
        #expect(timeline.feed.state.ended.isEmpty)
    }

    @Test func `an alert that comes and goes at a dead receiver piles up nothing`() {
        var timeline = FeedTimeline(giveUpAfter: .seconds(259_200))
        for round in 0..<200 {
            _ = timeline.fire("USD")
            timeline.run(until: Double(round) * 360 + 180) { _, _ in false }
            _ = timeline.resolve("USD")
            timeline.run(until: Double(round) * 360 + 360) { _, _ in false }
        }
        #expect(timeline.feed.state.ended.count == 1)
        #expect(timeline.tries.last?.told == "-USD")
        #expect(timeline.dropped.isEmpty)
    }

    @Test func `what failed before there was something new says nothing of it`() {
        var timeline = FeedTimeline()
        _ = timeline.fire("USD")
        timeline.run(until: 30) { _, _ in false }
        _ = timeline.resolve("USD")
        timeline.run(until: 4000) { _, _ in false }
        _ = timeline.fire("EUR")
        let waiting = timeline.feed.snapshot(at: timeline.now).waiting
        #expect(waiting.map(\.attempts) == [0])
        #expect(waiting.map(\.lastFailure) == [nil])
    }

    @Test func `what fires again is told after an end that was not taken, in one request`() {
        var timeline = FeedTimeline()
        _ = timeline.fire("USD")
        timeline.run(until: 10)
        _ = timeline.resolve("USD")
        timeline.run(until: 20) { _, _ in false }
        _ = timeline.fire("USD")
        timeline.run(until: 30)
        #expect(timeline.tries.last?.told == "-USD +USD")
        // The end is known now, and what fires is told instead.
        timeline.run(until: 100)
        #expect(timeline.tries.last?.told == "+USD")
        #expect(timeline.feed.state.ended.isEmpty)
    }

    @Test func `an end that is taken while it is told as firing still has to be told`() {
        var timeline = FeedTimeline()
        _ = timeline.fire("USD")
        guard case .tell(let name, let alerts) = timeline.feed.next(address: 0, now: .example)
        else {
            Issue.record("nothing to tell")
            return
        }
        timeline.feed.begin(name, at: timeline.feed.settings.url, now: .example)
        _ = timeline.resolve("USD")
        let news = timeline.feed.settle(
            name, alerts: alerts, at: timeline.feed.settings.url, verdict: .delivered,
            now: .after(1))
        #expect(news.isEmpty)
        timeline.run(until: 2)
        #expect(timeline.tries.map(\.told) == ["-USD"])
    }

    @Test func `no try begins while another is under way at the address`() {
        var timeline = FeedTimeline(addresses: 2)
        _ = timeline.fire("USD")
        timeline.feed.begin(.stale, at: timeline.feed.settings.url, now: .example)
        #expect(timeline.feed.next(address: 0, now: .after(500)) == .idle)
        #expect(timeline.feed.next(address: 1, now: .after(500)) != .idle)
    }

    @Test func `without resolves an end is told to nobody`() {
        var timeline = FeedTimeline(sendsResolved: false)
        _ = timeline.fire("USD")
        timeline.run(until: 10)
        let isResolveUsdNew = timeline.resolve("USD")
        #expect(!isResolveUsdNew)
        timeline.run(until: 1000)
        #expect(timeline.tries.map(\.description) == ["0@0.0 +USD"])
    }

    @Test func `without resolves what was never heard of is told all the same`() {
        var timeline = FeedTimeline(sendsResolved: false)
        _ = timeline.fire("USD")
        timeline.run(until: 10) { _, _ in false }
        let isNew = timeline.resolve("USD")
        #expect(isNew)
        timeline.run(until: 100)
        #expect(timeline.delivered == ["10.0 -USD"])
    }

    @Test func `what many bases bring at once goes out together`() {
        var timeline = FeedTimeline()
        for number in 0..<100 {
            _ = timeline.fire("B\(number)")
            timeline.run(until: Double(number + 1) / 20)
        }
        timeline.run(until: 10)
        #expect(timeline.tries.count <= 12)
        #expect(timeline.tries.last?.told.split(separator: " ").count == 100)
        #expect((timeline.tries.last?.at ?? 0) < 6)
    }

    @Test func `a restart tells at once what fires, and goes on with what ended`() {
        var timeline = FeedTimeline(addresses: 2)
        _ = timeline.fire("USD")
        _ = timeline.fire("EUR")
        timeline.run(until: 10)
        _ = timeline.resolve("USD")
        timeline.run(until: 20) { address, _ in address == 0 }
        timeline.restart()
        timeline.run(until: 20)
        #expect(
            timeline.tries.suffix(2).map(\.description) == ["0@20.0 -USD +EUR", "1@20.0 -USD +EUR"])
        // The first address has known since the tenth second, the second one since now.
        timeline.run(until: 2000)
        let last = { (address: Int) in
            timeline.tries.last { $0.address == address && $0.told.contains("-USD") }?.at
        }
        #expect(last(0) == 860)
        #expect(last(1) == 860)
        #expect(timeline.feed.state.ended.isEmpty)
    }

    @Test func `undelivered is what no address has taken`() {
        var timeline = FeedTimeline(addresses: 2)
        _ = timeline.fire("USD")
        timeline.run(until: 30) { _, _ in false }
        let waiting = timeline.feed.snapshot(at: timeline.now).waiting
        #expect(waiting.map(\.group) == [.stale])
        #expect(waiting.map(\.createdAt) == [Moment.example.timestamp])
        #expect(waiting.map(\.lastFailure) == [.connect])
        #expect(waiting.map(\.attempts) == [2])
        #expect(waiting.map(\.nextAttemptAt) == [Moment.after(60).timestamp])
        timeline.run(until: 70) { address, _ in address == 1 }
        #expect(timeline.feed.snapshot(at: timeline.now).waiting.isEmpty)
    }

    @Test func `the state names addresses by what may be shown, also where two look alike`() {
        var timeline = FeedTimeline(addresses: 3)
        _ = timeline.fire("USD")
        timeline.run(until: 10)
        _ = timeline.resolve("USD")
        timeline.run(until: 11) { address, _ in address != 1 }
        let names = timeline.feed.state.ended.flatMap(\.takenAt.keys).sorted()
        #expect(names == ["https://hooks.example:8443", "https://hooks.example:8443 #3"])
    }

    @Test func `groups are told one by one`() {
        var feed = AlertFeed(
            settings: .cluster(addresses: 1, alerts: [.stale, .limited]),
            giveUpAfter: .seconds(60))
        _ = feed.update(
            firing: [
                .stale: [.example()], .limited: [.example("EUR")], .keyRejected: [.example()],
            ],
            ended: [], now: .example)
        var told: [AlertName] = []
        for _ in 0..<3 {
            guard case .tell(let name, let alerts) = feed.next(address: 0, now: .example) else {
                continue
            }
            told.append(name)
            feed.begin(name, at: feed.settings.url, now: .example)
            _ = feed.settle(
                name, alerts: alerts, at: feed.settings.url, verdict: .delivered, now: .example)
        }
        #expect(Set(told) == [.stale, .limited])
        #expect(told.count == 2)
    }

    /// What one Alertmanager shows of an alert, by what it took: it lasts until it is told again.
    @Test(arguments: 1...20)
    func `a member that is up every other minute never shows an end while the alert fires`(
        seed: UInt64
    ) {
        var draws = SeededGenerator(seed: seed)
        var timeline = FeedTimeline(addresses: 2)
        _ = timeline.fire("USD")
        var taken: [Double] = []
        var failures = 0
        timeline.run(until: 86_400) { address, second in
            guard address == 1 else { return true }
            // Four tries in a row may fail: the fifth is the last before it would end.
            let isUp = failures == 4 || Bool.random(using: &draws)
            failures = isUp ? 0 : failures + 1
            if isUp { taken.append(second) }
            return isUp
        }
        let lifetime = AlertmanagerReceiver.lifetime.inSeconds
        let gaps = zip(taken, taken.dropFirst()).filter { $1 - $0 > lifetime }
        #expect(taken.count > 300)
        #expect(gaps.isEmpty)
    }
}
