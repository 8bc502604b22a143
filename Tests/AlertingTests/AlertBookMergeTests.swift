import Domain
import ExchangeRate
import Freshness
import Testing

@testable import Alerting

/// A storage that comes only when memory has told things of its own: nothing of either is lost, and
/// nothing told twice.
struct AlertBookMergeTests {
    /// One process: a book with one receiver, and what it told.
    struct Process {
        var book: AlertBook
        /// Each notification by its reason and alerts.
        var told: [String] = []
        /// Made, and neither delivered nor given up.
        var waiting: [Domain.Notification] = []
        var delivers = true

        init(
            _ stored: StoredAlerting = StoredAlerting(), labels: [String: String] = [:],
            symbolsHoldFor: Duration = .zero, sendsResolved: Bool = true, at second: Int
        ) {
            var settings = AlertSettings()
            settings.labels = labels
            settings.groupWait = .zero
            settings.groupInterval = .seconds(1)
            settings.repeatInterval = .seconds(5000)
            settings.stale.keepFiringFor = .zero
            settings.symbolStale.holdFor = symbolsHoldFor
            settings.symbolStale.keepFiringFor = .zero
            let route = ReceiverRoute(
                name: "oncall", alerts: Set(AlertName.allCases), sendsResolved: sendsResolved)
            book = AlertBook(
                settings: settings, routes: [route], stored: stored, now: .after(second))
        }

        /// Judges bases, and delivers what it says of them.
        mutating func judge(_ bases: BaseSnapshot..., at second: Int) {
            let outcome = book.evaluate(
                bases: bases, outlook: LimitOutlook(), now: .after(second), makeID: { "" })
            for notification in outcome.notifications {
                told.append(Self.text(notification))
                waiting.append(notification)
                if delivers { deliver(at: second) }
            }
        }

        /// Delivers the oldest that waits.
        mutating func deliver(at second: Int) {
            book.settle(waiting.removeFirst(), now: .after(second))
        }

        /// What it leaves, as the storage holds it.
        var stored: StoredAlerting {
            book.stored(
                outbox: waiting.map {
                    OutboxItem(notification: $0, receiverType: "webhook", bodies: [])
                })
        }

        /// Takes in a state, and the rows that wait in it.
        mutating func merge(_ stored: StoredAlerting, at second: Int) {
            book.merge(stored, now: .after(second))
            waiting = stored.outbox.map(\.notification) + waiting
        }

        private static func text(_ notification: Domain.Notification) -> String {
            let alerts = notification.alerts.map { alert in
                (alert.isFiring ? "+" : "-") + (alert.labels["base"] ?? "")
            }
            return "\(notification.reason.rawValue): \(alerts.joined(separator: " "))"
        }
    }

    private static func stale(_ base: CurrencyCode) -> BaseSnapshot {
        .example(base: base, [("EUR", "live", 0)])
    }

    private static func fresh(_ base: CurrencyCode) -> BaseSnapshot {
        .example(base: base, [("EUR", "live", 1_000_000)])
    }

    /// One symbol is stale, so that `ExchangeRateSymbolStale` holds.
    private static let partlyStale = BaseSnapshot.example([
        ("EUR", "live", 0), ("GBP", "live", 1_000_000),
    ])

    /// A former process that told of both bases.
    private static func bothTold() -> StoredAlerting {
        var former = Process(at: 0)
        former.judge(stale(.gbp), stale(.usd), at: 10)
        return former.stored
    }

    @Test
    func `the end of an alert that only the storage knew is told by the group that memory made`() {
        var process = Process(at: 100)
        process.judge(Self.stale(.usd), at: 110)
        process.merge(Self.bothTold(), at: 120)
        process.judge(Self.stale(.gbp), Self.stale(.usd), at: 130)
        #expect(process.told == ["first notification: +USD"])
        process.judge(Self.fresh(.gbp), Self.stale(.usd), at: 140)
        process.judge(Self.fresh(.gbp), Self.fresh(.usd), at: 150)
        process.judge(Self.fresh(.gbp), Self.fresh(.usd), at: 90_000)
        #expect(
            process.told == [
                "first notification: +USD", "some alerts resolved: -GBP +USD",
                "all alerts resolved: -USD",
            ])
    }

    @Test func `what a receiver is still to hear as ended is told beside what memory knows`() {
        var former = Process(at: 0)
        former.judge(Self.stale(.gbp), Self.stale(.usd), at: 10)
        former.delivers = false
        former.judge(Self.fresh(.gbp), Self.stale(.usd), at: 20)
        var stored = former.stored
        stored.outbox = []
        var process = Process(at: 100)
        process.judge(Self.fresh(.gbp), Self.stale(.usd), at: 110)
        process.merge(stored, at: 120)
        process.judge(Self.fresh(.gbp), Self.stale(.usd), at: 130)
        process.judge(Self.fresh(.gbp), Self.stale(.usd), at: 140)
        #expect(
            process.told == ["first notification: +USD", "some alerts resolved: -GBP +USD"])
    }

    @Test(arguments: [false, true])
    func `an alert that fired before and is pending in memory fires on and ends once`(
        isMetForLong: Bool
    ) {
        var former = Process(at: 0)
        former.judge(Self.partlyStale, at: 10)
        #expect(former.told == ["first notification: +USD"])
        var process = Process(symbolsHoldFor: .seconds(600), at: 100)
        process.judge(Self.partlyStale, at: 110)
        process.merge(former.stored, at: 120)
        process.judge(Self.partlyStale, at: 130)
        if isMetForLong { process.judge(Self.partlyStale, at: 1000) }
        #expect(process.book.firing[.symbolStale]?.map(\.startsAt) == [Moment.after(10).timestamp])
        process.judge(Self.fresh(.usd), at: 1100)
        process.judge(Self.fresh(.usd), at: 1110)
        process.judge(Self.fresh(.usd), at: 90_000)
        #expect(process.told == ["all alerts resolved: -USD"])
        #expect(process.book.stored(outbox: []).groups.isEmpty)
    }

    @Test func `the time that a pending alert served counts on`() {
        var former = Process(symbolsHoldFor: .seconds(600), at: 0)
        former.judge(Self.partlyStale, at: 10)
        former.judge(Self.partlyStale, at: 510)
        var process = Process(symbolsHoldFor: .seconds(600), at: 600)
        process.judge(Self.partlyStale, at: 610)
        process.merge(former.stored, at: 620)
        process.judge(Self.partlyStale, at: 720)
        #expect(process.told == ["first notification: +USD"])
        #expect(process.book.firing[.symbolStale]?.map(\.startsAt) == [Moment.after(10).timestamp])
    }

    @Test func `an alert that fires in memory stays so where it was pending before`() {
        var former = Process(symbolsHoldFor: .seconds(600), at: 0)
        former.judge(Self.partlyStale, at: 10)
        var process = Process(at: 100)
        process.judge(Self.partlyStale, at: 110)
        process.merge(former.stored, at: 120)
        process.judge(Self.partlyStale, at: 130)
        process.judge(Self.fresh(.usd), at: 140)
        #expect(process.told == ["first notification: +USD", "all alerts resolved: -USD"])
    }

    /// When the row that memory made is delivered, and when the one that the storage held.
    enum Order: CaseIterable {
        case ownBeforeMerge, ownThenStored, storedThenOwn
    }

    @Test(arguments: Order.allCases, [true, false])
    func `an older row that comes late makes no other page`(order: Order, sendsResolved: Bool) {
        var former = Process(sendsResolved: sendsResolved, at: 0)
        former.delivers = false
        former.judge(Self.stale(.usd), at: 10)
        var process = Process(sendsResolved: sendsResolved, at: 100)
        process.delivers = order == .ownBeforeMerge
        process.judge(Self.stale(.gbp), Self.stale(.usd), at: 110)
        process.delivers = false
        process.merge(former.stored, at: 120)
        if order == .ownThenStored { process.waiting.reverse() }
        while !process.waiting.isEmpty {
            process.judge(Self.stale(.gbp), Self.stale(.usd), at: 130)
            process.deliver(at: 130)
        }
        process.delivers = true
        process.judge(Self.stale(.gbp), Self.stale(.usd), at: 140)
        process.judge(Self.stale(.gbp), Self.stale(.usd), at: 150)
        #expect(process.told == ["first notification: +GBP +USD"])
        // Nothing stands in the way of what comes later.
        process.judge(Self.stale(.gbp), Self.stale(.usd), at: 6000)
        process.judge(Self.fresh(.gbp), Self.fresh(.usd), at: 6010)
        #expect(
            process.told.dropFirst()
                == ["repeat interval elapsed: +GBP +USD"]
                + (sendsResolved ? ["all alerts resolved: -GBP -USD"] : []))
    }

    @Test func `a row that a newer one covers holds up no repeat`() {
        var former = Process(at: 0)
        former.delivers = false
        former.judge(Self.stale(.gbp), at: 10)
        var process = Process(at: 100)
        process.delivers = false
        process.judge(Self.stale(.usd), at: 110)
        process.merge(former.stored, at: 120)
        process.judge(Self.stale(.gbp), Self.stale(.usd), at: 130)
        process.judge(Self.fresh(.gbp), Self.stale(.usd), at: 140)
        // The outbox lets the older ones go: the last one tells all.
        let last = process.waiting.suffix(1)
        process.waiting = Array(last)
        process.deliver(at: 150)
        process.delivers = true
        process.judge(Self.fresh(.gbp), Self.stale(.usd), at: 6000)
        #expect(process.told.last == "repeat interval elapsed: +USD")
    }

    @Test func `with other labels than before, one episode is left and the other told as ended`() {
        var former = Process(labels: ["team": "old"], at: 0)
        former.judge(Self.stale(.usd), at: 10)
        var process = Process(labels: ["team": "new"], at: 100)
        process.judge(Self.stale(.usd), at: 110)
        process.merge(former.stored, at: 120)
        process.judge(Self.stale(.usd), at: 130)
        process.judge(Self.fresh(.usd), at: 140)
        process.judge(Self.fresh(.usd), at: 90_000)
        #expect(
            process.told == [
                "first notification: +USD", "some alerts resolved: -USD +USD",
                "all alerts resolved: -USD",
            ])
    }

    @Test func `a receiver that is new hears of what only the storage knew`() {
        var stored = Self.bothTold()
        stored.groups = []
        var process = Process(at: 100)
        process.judge(Self.stale(.usd), at: 110)
        process.merge(stored, at: 120)
        process.judge(Self.stale(.gbp), Self.stale(.usd), at: 130)
        #expect(process.told == ["first notification: +USD", "new alerts added: +GBP +USD"])
    }

    @Test func `what fires in a stored group without an alert is told as ended`() {
        var stored = Self.bothTold()
        stored.alerts = [:]
        var process = Process(stored, at: 100)
        process.judge(Self.fresh(.gbp), Self.fresh(.usd), at: 110)
        process.judge(Self.fresh(.gbp), Self.fresh(.usd), at: 90_000)
        #expect(process.told == ["all alerts resolved: -GBP -USD"])
    }

    @Test func `an episode after a clock that was set back is told`() {
        var process = Process(sendsResolved: false, at: 0)
        process.judge(Self.stale(.gbp), Self.stale(.usd), at: 1000)
        process.judge(Self.stale(.gbp), Self.fresh(.usd), at: 1010)
        let back = Moment(
            timestamp: Moment.after(500).timestamp, instant: Moment.after(1020).instant)
        let told = process.book.evaluate(
            bases: [Self.stale(.gbp), Self.stale(.usd)], outlook: LimitOutlook(), now: back,
            makeID: { "" })
        #expect(told.notifications.count == 1)
    }
}
