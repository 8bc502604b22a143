import Domain
import ExchangeRate
import Freshness
import Testing

@testable import Alerting

struct AlertBookTests {
    /// A book with one receiver, and what it was told.
    struct Run {
        var book: AlertBook
        var settings = AlertSettings()
        var sent: [Notification] = []
        var waiting: [Notification] = []
        var delivers = true

        init(_ change: (inout AlertSettings) -> Void = { _ in }) {
            settings.groupWait = .zero
            settings.groupInterval = .seconds(1)
            change(&settings)
            book = Self.book(settings, StoredAlerting())
        }

        static func book(
            _ settings: AlertSettings, _ stored: StoredAlerting, now: Moment = .example
        ) -> AlertBook {
            AlertBook(
                settings: settings,
                routes: [
                    ReceiverRoute(
                        name: "oncall", alerts: Set(AlertName.allCases), sendsResolved: true)
                ], stored: stored, now: now)
        }

        mutating func evaluate(
            _ bases: [BaseSnapshot], at second: Int, outlook: LimitOutlook = LimitOutlook()
        ) {
            var number = sent.count
            let outcome = book.evaluate(bases: bases, outlook: outlook, now: .after(second)) {
                number += 1
                return "id\(number)"
            }
            sent += outcome.notifications
            for notification in outcome.notifications {
                if delivers {
                    book.settle(notification, now: .after(second))
                } else {
                    waiting.append(notification)
                }
            }
        }

        mutating func answer(
            _ result: PollResult, _ base: CurrencyCode = .usd, isPlanRefusal: Bool = false,
            sentAt: Int? = nil, at second: Int
        ) {
            book.note(
                result, isAnswer: true, isPlanRefusal: isPlanRefusal, of: base,
                sentAt: Moment.after(sentAt ?? second).instant, now: .after(second))
        }

        mutating func restart(at second: Int) {
            let outbox = waiting.map {
                OutboxItem(notification: $0, receiverType: "webhook", bodies: [])
            }
            book = Self.book(settings, book.stored(outbox: outbox), now: .after(second))
        }

        var story: [String] {
            sent.map { notification in
                let alerts = notification.alerts.map { alert in
                    (alert.isFiring ? "+" : "-") + (alert.labels["base"] ?? "account")
                }
                return
                    "\(notification.group.name?.settingsKey ?? "none") \(alerts.joined(separator: " "))"
            }
        }
    }

    static let fresh = BaseSnapshot.example([("EUR", "live", 9999), ("GBP", "live", 9999)])
    static let dead = BaseSnapshot.example([("EUR", "live", -1), ("GBP", "live", -1)])
    static let half = BaseSnapshot.example([("EUR", "live", 9999), ("GBP", "live", -1)])

    @Test func `stale data fires and fresh data resolves, once each`() {
        var run = Run { $0.stale.keepFiringFor = .seconds(60) }
        run.evaluate([Self.fresh], at: 0)
        run.evaluate([Self.dead], at: 10)
        run.evaluate([Self.dead], at: 20)
        run.evaluate([Self.fresh], at: 100)
        run.evaluate([Self.fresh], at: 159)
        #expect(run.story == ["stale +USD"])
        run.evaluate([Self.fresh], at: 160)
        run.evaluate([Self.fresh], at: 300)
        #expect(run.story == ["stale +USD", "stale -USD"])
        #expect(run.sent[1].alerts[0].startsAt == Moment.after(10).timestamp)
        #expect(
            run.sent[0].alerts[0].labels == [
                "alertname": "ExchangeRateStale", "base": "USD", "severity": "critical",
            ])
    }

    @Test func `errors and silence never resolve`() {
        var run = Run { $0.stale.keepFiringFor = .zero }
        run.evaluate([Self.dead], at: 0)
        for second in 1..<50 {
            run.answer(.failed(.server), at: second)
            run.evaluate([Self.dead], at: second)
        }
        #expect(run.story == ["stale +USD"])
    }

    @Test func `one stale symbol is a warning of its own and waits for ten minutes`() {
        var run = Run()
        run.evaluate([Self.half], at: 0)
        run.evaluate([Self.half], at: 599)
        #expect(run.story.isEmpty)
        #expect(run.book.deadline() == Moment.after(600).instant)
        run.evaluate([Self.half], at: 600)
        #expect(run.story == ["symbol_stale +USD"])
        #expect(run.sent[0].alerts[0].annotations["summary"]?.contains("GBP") == true)
    }

    @Test func `the warning stands still while the whole base is stale`() {
        var run = Run {
            $0.stale.keepFiringFor = .zero
            $0.symbolStale.holdFor = .zero
            $0.symbolStale.keepFiringFor = .zero
        }
        run.evaluate([Self.half], at: 0)
        run.evaluate([Self.dead], at: 10)
        run.evaluate([Self.dead], at: 20)
        #expect(run.story == ["symbol_stale +USD", "stale +USD"])
        run.evaluate([Self.fresh], at: 30)
        #expect(run.story.suffix(2) == ["stale -USD", "symbol_stale -USD"])
    }

    @Test func `a fall back to another class resolves and says what is missing`() {
        var run = Run { $0.stale.keepFiringFor = .zero }
        run.evaluate([Self.dead], at: 0)
        run.evaluate(
            [.example([("EUR", "ecb_daily", 9999), ("GBP", "ecb_daily", 9999)])], at: 10)
        #expect(
            run.sent[1].alerts[0].annotations["summary"]?
                .contains("now ecb_daily, live still missing") == true)
    }

    @Test func `two limit answers among many are no alert`() {
        var run = Run()
        for second in 0..<100 {
            run.answer(second.isMultiple(of: 45) ? .failed(.rateLimited) : .good, at: second)
            run.evaluate([Self.fresh], at: second)
        }
        #expect(run.story.isEmpty)
    }

    @Test func `a limit at every second answer fires once and does not flap`() {
        var run = Run { $0.limited.keepFiringFor = .zero }
        for second in 0..<100 {
            run.answer(second.isMultiple(of: 2) ? .failed(.rateLimited) : .good, at: second)
            run.evaluate([Self.fresh], at: second)
        }
        #expect(run.story == ["rate_limited +account"])
        for second in 100..<110 {
            run.answer(.good, at: second)
            run.evaluate([Self.fresh], at: second)
        }
        #expect(run.story == ["rate_limited +account", "rate_limited -account"])
    }

    @Test func `limit answers from before an end count no more`() {
        var run = Run { $0.limited.keepFiringFor = .zero }
        let (limit, good) = (PollResult.failed(.rateLimited), PollResult.good)
        for (second, answer) in [limit, limit, limit, good, good, good].enumerated() {
            run.answer(answer, at: second)
            run.evaluate([Self.fresh], at: second)
        }
        let told = ["rate_limited +account", "rate_limited -account"]
        #expect(run.story == told)
        // One alone is within what the settings bear.
        run.answer(limit, at: 6)
        run.evaluate([Self.fresh], at: 6)
        #expect(run.story == told)
    }

    @Test func `a spent quota fires at once`() {
        var run = Run()
        run.answer(.failed(.quotaExceeded), at: 0)
        run.evaluate([Self.fresh], at: 0)
        #expect(run.story == ["rate_limited +account"])
        #expect(run.sent[0].alerts[0].annotations["summary"]?.contains("quota") == true)
    }

    @Test func `a pause that outlasts the data fires`() {
        var run = Run()
        run.answer(.failed(.rateLimited), at: 0)
        let outlook = LimitOutlook(
            gateOpensAt: Moment.after(500).timestamp, staleFrom: Moment.after(400).timestamp)
        run.evaluate([Self.fresh], at: 0, outlook: outlook)
        #expect(run.story == ["rate_limited +account"])
    }

    @Test func `a rejected key fires, and only a request sent later clears it`() {
        var run = Run()
        run.answer(.failed(.unauthorized), at: 10)
        run.evaluate([Self.fresh], at: 10)
        run.answer(.good, sentAt: 9, at: 11)
        run.answer(.failed(.server), at: 12)
        run.evaluate([Self.fresh], at: 12)
        #expect(run.story == ["key_rejected +account"])
        run.answer(.good, sentAt: 13, at: 14)
        run.evaluate([Self.fresh], at: 14)
        #expect(run.story == ["key_rejected +account", "key_rejected -account"])
    }

    @Test func `a plan that does not cover a base holds until that base answers or leaves`() {
        var run = Run()
        let gbp = BaseSnapshot.example(base: .gbp, [("EUR", "live", 9999)])
        run.answer(.failed(.forbidden), .gbp, isPlanRefusal: true, at: 0)
        run.evaluate([Self.fresh, gbp], at: 0)
        run.answer(.good, .usd, at: 1)
        run.evaluate([Self.fresh, gbp], at: 1)
        #expect(run.story == ["key_rejected +account"])
        run.evaluate([Self.fresh], at: 2)
        #expect(run.story == ["key_rejected +account", "key_rejected -account"])
    }

    @Test func `a 403 without the code of the API rejects no key`() {
        var run = Run()
        run.answer(.failed(.forbidden), isPlanRefusal: false, at: 0)
        run.evaluate([Self.fresh], at: 0)
        #expect(run.story.isEmpty)
        run.answer(.failed(.forbidden), isPlanRefusal: true, at: 1)
        run.answer(.failed(.forbidden), isPlanRefusal: false, at: 2)
        run.evaluate([Self.fresh], at: 2)
        #expect(run.story == ["key_rejected +account"])
    }

    @Test func `an alert whose base is no longer watched ends as resolved, also over a restart`() {
        var run = Run()
        run.evaluate([Self.dead], at: 0)
        run.restart(at: 10)
        run.evaluate([], at: 10)
        #expect(run.story == ["stale +USD", "stale -USD"])
        #expect(run.sent[1].alerts[0].annotations["reason"] == "no longer watched")
    }

    @Test func `a rule that is switched off ends its alert`() {
        var run = Run()
        run.evaluate([Self.dead], at: 0)
        run.settings.stale.isEnabled = false
        run.restart(at: 10)
        run.evaluate([Self.dead], at: 10)
        #expect(run.story == ["stale +USD", "stale -USD"])
    }

    @Test func `a restart sends no second page and loses no resolve`() {
        var run = Run { $0.stale.keepFiringFor = .zero }
        run.evaluate([Self.dead], at: 0)
        run.restart(at: 10)
        run.evaluate([Self.dead], at: 10)
        #expect(run.story == ["stale +USD"])
        run.restart(at: 20)
        run.evaluate([Self.fresh], at: 20)
        #expect(run.story == ["stale +USD", "stale -USD"])
        #expect(run.book.alerts.isEmpty)
    }

    @Test func `nothing changes while nothing happens`() {
        var run = Run()
        run.evaluate([Self.dead], at: 0)
        let before = run.book.stored(outbox: [])
        run.evaluate([Self.dead], at: 5)
        #expect(run.sent.count == 1)
        #expect(run.book.stored(outbox: []) == before)
    }

    @Test func `labels of the configuration are added, those of the alert win`() {
        var run = Run { $0.labels = ["team": "fx", "alertname": "mine"] }
        run.evaluate([Self.dead], at: 0)
        #expect(run.sent[0].alerts[0].labels["team"] == "fx")
        #expect(run.sent[0].alerts[0].labels["alertname"] == "ExchangeRateStale")
    }
}
