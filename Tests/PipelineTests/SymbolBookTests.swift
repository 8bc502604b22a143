import Domain
import ExchangeRate
import Foundation
import Freshness
import TestKit
import Testing

@testable import Pipeline

struct SymbolBookTests {
    let usd = WatchedBase(base: .usd, symbols: [.eur, .gbp], interval: .seconds(300))
    let all = WatchedBase(base: .usd, symbols: [], interval: .seconds(300))
    let now = Moment(
        timestamp: .example, instant: MonotonicInstant(nanosecondsSinceBoot: 1_000_000_000_000))

    private func book(_ watched: WatchedBase, _ stored: [SymbolState] = []) -> SymbolBook {
        SymbolBook(watched: watched, stored: stored, firstDueAt: now.timestamp, now: now)
    }

    @Test func `a newer reading takes the place of the older one`() {
        var book = book(usd)
        _ = book.take(.example(["EUR": "0.92", "GBP": "0.79"], at: -60), now: now)
        let changes = book.take(.example(["EUR": "0.93", "GBP": "0.80"], at: 0), now: now)
        #expect(book.entries[.eur]?.state.reading?.rate == Decimal(string: "0.93"))
        #expect(changes.rejected.isEmpty)
        #expect(changes.changed.map(\.symbol) == [.eur, .gbp])
    }

    @Test func `an older reply changes no value and is counted for each symbol`() {
        var book = book(usd)
        _ = book.take(.example(["EUR": "0.92", "GBP": "0.79"], at: 0), now: now)
        let changes = book.take(.example(["EUR": "0.91", "GBP": "0.78"], at: -60), now: now)
        #expect(changes.rejected == [.eur: .older, .gbp: .older])
        #expect(book.entries[.eur]?.state.reading?.rate == Decimal(string: "0.92"))
        #expect(book.entries[.eur]?.state.isInLastGoodAnswer == true)
    }

    @Test func `a symbol that a reply lacks keeps its value and its age`() {
        var book = book(usd)
        _ = book.take(.example(["EUR": "0.92", "GBP": "0.79"], at: 0), now: now)
        let later = now.advanced(by: .seconds(300))
        let changes = book.take(
            .example(["EUR": "0.93"], at: 300, rejected: ["GBP": .missing]), now: later)
        #expect(changes.rejected == [.gbp: .missing])
        #expect(book.entries[.gbp]?.arrival == now)
        #expect(book.entries[.gbp]?.state.isInLastGoodAnswer == false)
        #expect(book.entries[.eur]?.arrival == later)
    }

    @Test func `data up to five minutes ahead is taken and more is not`() {
        var book = book(usd)
        let near = book.take(.example(["EUR": "0.92"], at: 300), now: now)
        #expect(near.rejected.isEmpty)
        let far = book.take(.example(["EUR": "0.93"], at: 301), now: now)
        #expect(far.rejected == [.eur: .future])
        #expect(book.entries[.eur]?.state.reading?.rate == Decimal(string: "0.92"))
    }

    @Test func `the same data seen again is as old as it was, whatever the wall clock did`() {
        var book = book(usd)
        _ = book.take(.example(["EUR": "0.92"], at: 0), now: now)
        var later = now.advanced(by: .seconds(300))
        later.timestamp = later.timestamp + .seconds(7200)
        _ = book.take(.example(["EUR": "0.92"], at: 0), now: later)
        #expect(book.entries[.eur]?.arrival == now)
    }

    /// Replies with the data of one time, and the session that counts after them; in seconds from
    /// the closing on 2026-06-19, the opening being 48 hours later.
    struct Repetition: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var source = "live"
        let observed: Int
        let replies: [(at: Int, session: String?)]
        let counts: String?
    }

    static let opening = 48 * 3600
    static let repetitions = [
        Repetition(
            testDescription: "before the closing the newest one", observed: -600,
            replies: [(-600, "open"), (-300, "weekend")], counts: "weekend"),
        Repetition(
            testDescription: "while closed the newest one", observed: -60,
            replies: [(0, "weekend"), (300, "open")], counts: "open"),
        Repetition(
            testDescription: "after the opening the last one before it", observed: -60,
            replies: [(-60, "open"), (300, "weekend"), (opening, "open")], counts: "weekend"),
        Repetition(
            testDescription: "the same where it was open all through", observed: -60,
            replies: [(300, "open"), (opening, "weekend")], counts: "open"),
        Repetition(
            testDescription: "the same where the API's clock is ahead", observed: -60,
            replies: [(300, "weekend"), (opening - 300, "open")], counts: "weekend"),
        Repetition(
            testDescription: "and where it is no longer the clock", observed: -60,
            replies: [(300, "weekend"), (opening - 301, "open")], counts: "open"),
        Repetition(
            testDescription: "none where the first comes after the opening", observed: -60,
            replies: [(opening + 60, "open"), (opening + 120, "open")], counts: nil),
        Repetition(
            testDescription: "after the opening its own", observed: opening,
            replies: [(opening, "open")], counts: "open"),
        Repetition(
            testDescription: "of other classes the newest one", source: "ecb_daily",
            observed: -60, replies: [(300, "weekend"), (opening, "open")], counts: "open"),
    ]

    @Test(arguments: repetitions)
    func `a session says nothing of the time before an opening`(test: Repetition) throws {
        let closing = now.moment(
            at: try #require(Timestamp(iso8601: "2026-06-19T21:00:00Z")))
        let offset = Int((closing.timestamp - .example).inSeconds)
        var book = book(usd)
        for reply in test.replies {
            let latest = Latest.example(
                ["EUR": "0.92"], at: offset + test.observed, source: test.source,
                session: reply.session)
            let changes = book.take(latest, now: closing.advanced(by: .seconds(reply.at)))
            #expect(changes.rejected.isEmpty)
        }
        #expect(book.entries[.eur]?.state.reading?.marketSession == test.counts)
    }

    @Test func `single symbols go by their own time and class`() {
        var book = book(usd)
        var latest = Latest.example(["EUR": "0.92", "GBP": "0.79"], at: 0)
        latest.sources = ["GBP": "ecb_daily"]
        latest.effectiveAt = ["GBP": "yesterday"]
        latest.effectiveTimes = ["GBP": .example - .seconds(86400)]
        _ = book.take(latest, now: now)
        #expect(book.entries[.gbp]?.state.reading?.source == "ecb_daily")
        #expect(book.entries[.gbp]?.state.reading?.stamp == "yesterday")
        #expect(book.entries[.gbp]?.state.reading?.observedAt == .example - .seconds(86400))
        #expect(book.entries[.eur]?.state.reading?.source == "live")
    }

    @Test func `where no symbols are listed, replies make the set, without the base`() {
        var book = book(all)
        _ = book.take(.example(["EUR": "0.92", "USD": "1", "JPY": "157.3"], at: 0), now: now)
        #expect(book.states.map(\.symbol) == [.eur, .jpy])
    }

    @Test func `an unlisted symbol leaves after a day of absence, an outage alone removes none`() {
        var book = book(all)
        _ = book.take(.example(["EUR": "0.92", "JPY": "157.3"], at: 0), now: now)
        let outage = now.advanced(by: .seconds(3 * 86400))
        #expect(book.take(.example(["EUR": "0.92"], at: 60), now: outage).removed.isEmpty)
        let next = outage.advanced(by: .seconds(300))
        let removed = book.take(.example(["EUR": "0.92"], at: 120), now: next).removed
        #expect(removed == [SymbolKey(base: .usd, symbol: .jpy)])
        #expect(book.states.map(\.symbol) == [.eur])
    }

    @Test func `a listed symbol never leaves`() {
        var book = book(usd)
        _ = book.take(.example(["EUR": "0.92", "GBP": "0.79"], at: 0), now: now)
        for day in 1...9 {
            let later = now.advanced(by: .seconds(day * 86400))
            let reply = Latest.example(["EUR": "0.92"], at: day * 86400)
            #expect(book.take(reply, now: later).removed.isEmpty)
        }
        #expect(book.states.map(\.symbol) == [.eur, .gbp])
    }

    @Test func `stored symbols that are watched no more are left out`() {
        let stored = [CurrencyCode.eur, .jpy].map {
            SymbolState(base: .usd, symbol: $0, expectedSince: .example - .seconds(99))
        }
        let book = book(usd, stored)
        #expect(book.states.map(\.symbol) == [.eur, .gbp])
        #expect(book.entries[.eur]?.state.expectedSince == .example - .seconds(99))
        #expect(book.entries[.gbp]?.state.expectedSince == .example)
    }

    @Test func `what the storage held is merged by the data's own time`() {
        var book = book(usd)
        _ = book.take(.example(["EUR": "0.92"], at: 0), now: now)
        func stored(_ symbol: CurrencyCode, _ offset: Int) -> SymbolState {
            SymbolState(
                base: .usd, symbol: symbol, expectedSince: .example - .seconds(500),
                reading: Reading(
                    rate: 2, observedAt: .example + .seconds(offset), stamp: "", source: "live"))
        }
        book.merge([stored(.eur, -60), stored(.gbp, -60)], now: now)
        #expect(book.entries[.eur]?.state.reading?.rate == Decimal(string: "0.92"))
        #expect(book.entries[.gbp]?.state.reading?.rate == 2)
        #expect(book.entries[.eur]?.state.expectedSince == .example - .seconds(500))
    }
}
