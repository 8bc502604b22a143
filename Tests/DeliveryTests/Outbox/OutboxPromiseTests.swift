import Domain
import Freshness
import TestKit
import Testing

@testable import Delivery

/// The promise of delivery, held by random episodes against a receiver that fails at random and a
/// daemon that is stopped at random.
struct OutboxPromiseTests {
    /// Fires and ends alerts of one group, and tells them as groups do: all that fire, and what
    /// ended since the last delivery.
    private struct Episode {
        var outbox = Outbox(receivers: [.example()], giveUpAfter: .seconds(1e6))
        var random: SeededGenerator
        var now = Moment.example
        var firing: [Alert] = []
        var ended: [Alert] = []
        var count = 0
        /// Every state that an alert was ever in, in order.
        var happened: [Alert] = []
        var received: [OutboxItem] = []

        mutating func chance(_ percent: Int) -> Bool {
            Int.random(in: 0..<100, using: &random) < percent
        }

        mutating func change() {
            if let alert = firing.first, chance(60) {
                firing.removeFirst()
                ended.append(
                    Alert(
                        labels: alert.labels, annotations: [:], startsAt: alert.startsAt,
                        endsAt: now.timestamp))
                happened.append(ended[ended.count - 1])
            } else {
                let base = ["EUR", "USD", "GBP"][count % 3]
                guard !firing.contains(where: { $0.labels["base"] == base }) else { return }
                firing.append(.example(base, startsAt: now.instant.seconds))
                happened.append(firing[firing.count - 1])
            }
            count += 1
            let id = "n\(count)"
            outbox.insert(
                .example(id, createdAt: now, alerts: ended + firing), bodies: [Array(id.utf8)],
                now: now)
        }

        /// - Parameter killed: in percent, how often the daemon dies in the middle of a try.
        mutating func attempt(failing percent: Int, killed: Int) {
            guard let item = outbox.next("oncall", now: now).item else { return }
            outbox.begin(item.notification.id)
            if chance(20) { change() }
            let isTaken = !chance(percent)
            if isTaken { received.append(item) }
            if chance(killed) {
                restart()
                return
            }
            let verdict = isTaken ? DeliveryVerdict.delivered : .down
            let settlement = outbox.settle(
                item.notification.id, verdict: verdict, jitter: 0.5, now: now)
            guard case .delivered(let told) = settlement else { return }
            let identities = Set(told.alerts.filter { !$0.isFiring }.map(\.identity))
            ended.removeAll { identities.contains($0.identity) }
        }

        mutating func restart() {
            let stored = outbox.items
            outbox = Outbox(receivers: [.example()], giveUpAfter: .seconds(1e6))
            #expect(outbox.restore(stored, now: now) == [])
        }
    }

    @Test(arguments: 0..<50)
    func `every transition is told, in order, and again only by the same id`(seed: UInt64) {
        var episode = Episode(random: SeededGenerator(seed: seed))
        for step in 0..<400 {
            if episode.chance(30) { episode.change() }
            // A receiver that is down for long stretches.
            episode.attempt(failing: step / 50 % 2 == 0 ? 90 : 20, killed: 5)
            episode.now = episode.now.advanced(by: .seconds(20))
            #expect(episode.outbox.items.count <= 2)
        }
        while !episode.outbox.items.isEmpty {
            episode.attempt(failing: 0, killed: 0)
            episode.now = episode.now.advanced(by: .seconds(600))
        }
        let told = episode.received.flatMap(\.notification.alerts)
        let toldEnds = Set(told.filter { !$0.isFiring }.map(\.identity))
        let toldAtAll = Set(told.map(\.identity))
        #expect(episode.happened.count > 50)
        for alert in episode.happened {
            #expect(
                (alert.isFiring ? toldAtAll : toldEnds).contains(alert.identity), "\(alert)")
        }
        let ids = episode.received.map(\.notification.id)
        #expect(ids == ids.sorted { (Int($0.dropFirst()) ?? 0) < (Int($1.dropFirst()) ?? 0) })
        for item in episode.received { #expect(item.bodies == [Array(item.notification.id.utf8)]) }
    }
}
