import Domain
import ExchangeRate
import Freshness
import Testing

@testable import Alerting

/// What a restart, a changed configuration and a storage that comes late must not break.
struct AlertBookContinuationTests {
    static func book(_ alerts: Set<AlertName>, _ stored: StoredAlerting, at s: Int) -> AlertBook {
        var settings = AlertSettings()
        settings.groupWait = .zero
        settings.groupInterval = .seconds(1)
        settings.stale.keepFiringFor = .zero
        return AlertBook(
            settings: settings,
            routes: [ReceiverRoute(name: "oncall", alerts: alerts, sendsResolved: true)],
            stored: stored, now: .after(s))
    }
    static let stale = BaseSnapshot.example([("EUR", "live", 0)])
    static func fresh(_ s: Int) -> BaseSnapshot { .example([("EUR", "live", s + 1000)]) }

    static func eval(_ book: inout AlertBook, _ base: BaseSnapshot, at s: Int) -> [Domain
        .Notification]
    {
        let out = book.evaluate(bases: [base], outlook: LimitOutlook(), now: .after(s)) { "i\(s)" }
        for n in out.notifications { book.settle(n, now: .after(s)) }
        return out.notifications
    }

    @Test func `an alert that storage and memory know resolves once and is not repeated`() {
        var old = Self.book(Set(AlertName.allCases), StoredAlerting(), at: 0)
        _ = Self.eval(&old, Self.stale, at: 10)
        let stored = old.stored(outbox: [])
        var new = Self.book(Set(AlertName.allCases), StoredAlerting(), at: 100)
        #expect(Self.eval(&new, Self.stale, at: 110).count == 1)
        new.merge(stored, now: .after(120))
        _ = Self.eval(&new, Self.fresh(130), at: 130)
        _ = Self.eval(&new, Self.fresh(140), at: 140)
        #expect(new.stored(outbox: []).groups.flatMap(\.firing).isEmpty)
        #expect(Self.eval(&new, Self.fresh(50000), at: 50000).isEmpty)
    }

    @Test func `a receiver that wants an alert no more hears no more of it`() {
        var old = Self.book(Set(AlertName.allCases), StoredAlerting(), at: 0)
        _ = Self.eval(&old, Self.stale, at: 10)
        var new = Self.book([.limited], old.stored(outbox: []), at: 100)
        _ = Self.eval(&new, Self.fresh(130), at: 130)
        #expect(new.alerts.isEmpty)
        #expect(Self.eval(&new, Self.fresh(50000), at: 50000).isEmpty)
    }
    @Test func `the warning claims nothing while all symbols are stale and the other rule is off`()
    {
        var settings = AlertSettings()
        settings.stale.isEnabled = false
        settings.symbolStale.holdFor = .zero
        var book = AlertBook(
            settings: settings, routes: [], stored: StoredAlerting(), now: .after(0))
        _ = Self.eval(&book, Self.stale, at: 10)
        #expect(book.alerts.isEmpty)
    }
    @Test func `a 401 that the storage held stands until a good answer`() {
        var old = Self.book(Set(AlertName.allCases), StoredAlerting(), at: 0)
        old.note(
            .failed(.unauthorized), isAnswer: true, isPlanRefusal: false, of: .usd,
            sentAt: Moment.after(1).instant,
            now: .after(2))
        _ = Self.eval(&old, Self.fresh(3), at: 3)
        var new = Self.book(Set(AlertName.allCases), StoredAlerting(), at: 100)
        _ = Self.eval(&new, Self.fresh(101), at: 101)
        new.merge(old.stored(outbox: []), now: .after(120))
        _ = Self.eval(&new, Self.fresh(121), at: 121)
        #expect(!new.alerts.isEmpty)
    }

    @Test func `a receiver that is added while an alert fires hears of its start and its end`() {
        var old = Self.book([], StoredAlerting(), at: 0)
        _ = Self.eval(&old, Self.stale, at: 10)
        var new = Self.book(Set(AlertName.allCases), old.stored(outbox: []), at: 100)
        let told = Self.eval(&new, Self.stale, at: 101)
        #expect(told.flatMap(\.alerts).map(\.isFiring) == [true])
        #expect(told.first?.alerts.first?.startsAt == Moment.after(10).timestamp)
        let ended = Self.eval(&new, Self.fresh(130), at: 130)
        #expect(ended.flatMap(\.alerts).map(\.isFiring) == [false])
    }
}
