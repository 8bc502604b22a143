import Domain
import Freshness
import HTTP
import Testing

@testable import Delivery

struct CourierTests {
    private func courier(_ receivers: [ReceiverSettings]) -> Courier {
        Courier(
            receivers: receivers, giveUpAfter: .seconds(3600),
            context: NotificationContext(externalURL: "https://fx.example/"), version: "1.2.3")
    }

    private static func row(
        _ id: String, to receiver: String = "oncall", type: String = "webhook",
        group: AlertGroup = .stale, alerts: [Alert] = [.example()]
    ) -> OutboxItem {
        var item = OutboxItem(
            notification: .example(id, to: receiver, group: group, alerts: alerts),
            receiverType: type, bodies: [Array("frozen".utf8)])
        item.deliveredBodies = 1
        return item
    }

    private static func delivered() -> DeliveryReport {
        DeliveryReport(verdict: .delivered, detail: "status 200", deliveredBodies: 1)
    }

    @Test func `each address of the present state has a worker, every other receiver one`() {
        let courier = courier([.example(), .cluster(addresses: 3)])
        #expect(
            courier.destinations == [
                Destination(receiver: "oncall", url: ReceiverSettings.example().url)
            ]
                + ReceiverSettings.cluster(addresses: 3).urls.map {
                    Destination(receiver: "cluster", url: $0)
                })
        let urls = courier.destinations.compactMap { courier.recipient(at: $0)?.url }
        #expect(
            urls == ([.example(), .cluster(addresses: 3)] as [ReceiverSettings]).flatMap(\.urls))
    }

    @Test func `a stored notification keeps its bytes`() {
        var courier = courier([.example()])
        let orphans = courier.restore(StoredAlerting(outbox: [Self.row("n1")]), now: .example)
        #expect(orphans.isEmpty)
        #expect(courier.items.map(\.bodies) == [[Array("frozen".utf8)]])
        #expect(courier.items.map(\.deliveredBodies) == [1])
    }

    @Test func `a stored notification of another type is made anew`() {
        var courier = courier([.example()])
        _ = courier.restore(
            StoredAlerting(outbox: [Self.row("n1", type: "slack")]), now: .example)
        let item = courier.items.first
        #expect(item?.receiverType == "webhook")
        #expect(item?.deliveredBodies == 0)
        #expect(
            item.map { String(decoding: $0.bodies.joined(), as: UTF8.self) }?
                .contains("notification_reason") == true)
    }

    @Test func `what nobody is configured for is given back`() {
        var settings = ReceiverSettings.example()
        settings.alerts = [.stale]
        var courier = courier([settings])
        let orphans = courier.restore(
            StoredAlerting(outbox: [
                Self.row("kept"), Self.row("gone", to: "gone"),
                Self.row("unwanted", group: .limited),
            ]), now: .example)
        #expect(orphans.map(\.id) == ["gone", "unwanted"])
        #expect(courier.items.map(\.notification.id) == ["kept"])
    }

    @Test func `a receiver that is told the present state now learns of the ends that waited`() {
        var courier = courier([.cluster(addresses: 1)])
        let orphans = courier.restore(
            StoredAlerting(outbox: [
                Self.row(
                    "n1", to: "cluster", alerts: [.example("EUR", endsAt: 5), .example("USD")])
            ]), now: .after(10))
        #expect(orphans.isEmpty)
        #expect(courier.items.isEmpty)
        #expect(courier.feedStates.map { $0.ended.map(\.alert) } == [[.example("EUR", endsAt: 5)]])
    }

    @Test func `an end that is delivered is told once, and echoed without a word`() {
        var courier = courier([.cluster(addresses: 1)])
        let destination = Destination(
            receiver: "cluster", url: ReceiverSettings.cluster(addresses: 1).url)
        #expect(
            courier.feed(
                firing: [:], ended: [(.stale, .example(endsAt: 5))], now: .after(5)) == ["cluster"])
        var settlements: [Settlement?] = []
        for second in [5.0, 70] {
            guard case .send(let item) = courier.next(destination, now: .after(second)) else {
                Issue.record("nothing to send at \(second)")
                continue
            }
            courier.begin(item, at: destination, now: .after(second))
            settlements.append(
                courier.settle(
                    item, at: destination, report: Self.delivered(), jitter: 0.5,
                    now: .after(second)))
        }
        #expect(settlements.count == 2)
        guard case .delivered(let notification) = settlements.first else {
            Issue.record("not delivered")
            return
        }
        #expect(notification.alerts == [.example(endsAt: 5)])
        #expect(settlements.last == .some(nil))
    }

    @Test func `every try at the present state is dated by itself`() {
        var courier = courier([.cluster(addresses: 1)])
        let destination = Destination(
            receiver: "cluster", url: ReceiverSettings.cluster(addresses: 1).url)
        _ = courier.feed(firing: [.stale: [.example()]], ended: [], now: .example)
        let bodies = [7.0, 65].compactMap { second -> String? in
            guard case .send(let item) = courier.next(destination, now: .after(second)) else {
                return nil
            }
            return String(decoding: item.bodies.joined(), as: UTF8.self)
        }
        #expect(bodies.map { $0.contains("14:05:07Z") } == [true, false])
        #expect(bodies.map { $0.contains("14:06:05Z") } == [false, true])
    }

    @Test func `what a feed gives up is told with what the outbox does`() {
        var courier = courier([.example(), .cluster(addresses: 1)])
        courier.insert(.example("n1", alerts: [.example(endsAt: 5)]), now: .example)
        _ = courier.feed(firing: [:], ended: [(.stale, .example(endsAt: 5))], now: .after(5))
        #expect(courier.expire(now: .after(3599)).isEmpty)
        _ = courier.feed(firing: [:], ended: [], now: .after(3605))
        #expect(courier.expire(now: .after(3605)).map(\.receiver) == ["oncall", "cluster"])
        #expect(courier.snapshots(at: .example).map(\.counters.dropped) == [1, 1])
    }

    @Test(
        arguments: [
            ("gone", [ReceiverSettings.example()]),
            ("told of something else", [.cluster(addresses: 1, alerts: [.limited])]),
            ("with an outbox now", [.example("cluster")]),
        ] as [(String, [ReceiverSettings])])
    func `ends that no feed is left for are given back`(
        name: String, receivers: [ReceiverSettings]
    ) {
        let ended = FeedState.Ended(group: .stale, alert: .example(endsAt: 5))
        var taken = FeedState.Ended(group: .stale, alert: .example("EUR", endsAt: 5))
        taken.takenAt = ["https://hooks.example:8443": Moment.after(6).timestamp]
        let stored = StoredAlerting(
            feeds: [FeedState(receiver: "cluster", ended: [ended, taken])])
        var started = courier(receivers)
        #expect(
            started.restore(stored, now: .after(10)).map(\.alerts) == [[.example(endsAt: 5)]])
        var reloaded = courier([.cluster(addresses: 1)])
        #expect(reloaded.restore(stored, now: .after(10)).isEmpty)
        let orphans = reloaded.reconfigure(
            receivers: receivers, giveUpAfter: .seconds(60), now: .after(11))
        #expect(orphans.map(\.alerts) == [[.example(endsAt: 5)]])
    }

    @Test func `a reload tells new addresses all, and the others go on`() {
        var courier = courier([.cluster(addresses: 1)])
        let first = Destination(
            receiver: "cluster", url: ReceiverSettings.cluster(addresses: 1).url)
        _ = courier.feed(firing: [.stale: [.example()]], ended: [], now: .example)
        guard case .send(let item) = courier.next(first, now: .example) else {
            Issue.record("nothing to send")
            return
        }
        courier.begin(item, at: first, now: .example)
        _ = courier.settle(
            item, at: first, report: Self.delivered(), jitter: 0.5, now: .example)
        let orphans = courier.reconfigure(
            receivers: [.cluster(addresses: 2)], giveUpAfter: .seconds(60), now: .after(5))
        #expect(orphans.isEmpty)
        #expect(courier.next(first, now: .after(5)) == .wait(until: .after(60)))
        let second = courier.destinations[1]
        guard case .send = courier.next(second, now: .after(5)) else {
            Issue.record("the new address is told nothing")
            return
        }
    }

    @Test func `a reload makes rows of another type anew, and gives back the unwanted`() {
        var courier = courier([.example(), .example("other")])
        courier.insert(.example("n1"), now: .example)
        courier.insert(.example("n2", to: "other", group: .limited), now: .example)
        var settings = ReceiverSettings.example(type: .slack)
        settings.alerts = [.stale]
        let orphans = courier.reconfigure(
            receivers: [settings], giveUpAfter: .seconds(60), now: .after(5))
        #expect(orphans.map(\.id) == ["n2"])
        #expect(courier.items.map(\.receiverType) == ["slack"])
        #expect(
            courier.items.first.map { String(decoding: $0.bodies.joined(), as: UTF8.self) }?
                .contains("attachments") == true)
    }
}
