import Domain
import ExchangeRate
import Freshness
import Testing

@Suite struct BaseSnapshotStalenessTests {
    /// A symbol by what staleness depends on; the present is at 1000 s.
    struct Symbol: Sendable {
        var code: String
        var source: String?
        var staleAfter: Int64
        var isInLastGoodAnswer = true
    }

    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var symbols: [Symbol]
        var isStale: Bool
        var staleCount: Int

        var testDescription: String { name }
    }

    static let fresh: Int64 = 2000
    static let past: Int64 = 500

    static let cases = [
        Case(
            name: "one class, all fresh",
            symbols: [
                Symbol(code: "EUR", source: "live", staleAfter: fresh),
                Symbol(code: "GBP", source: "live", staleAfter: fresh),
            ], isStale: false, staleCount: 0),
        Case(
            name: "one class, one of its symbols fresh",
            symbols: [
                Symbol(code: "EUR", source: "live", staleAfter: past),
                Symbol(code: "GBP", source: "live", staleAfter: fresh),
            ], isStale: false, staleCount: 1),
        Case(
            name: "one class, dead",
            symbols: [
                Symbol(code: "EUR", source: "live", staleAfter: past),
                Symbol(code: "GBP", source: "live", staleAfter: past),
            ], isStale: true, staleCount: 2),
        Case(
            name: "two classes, one dead",
            symbols: [
                Symbol(code: "EUR", source: "live", staleAfter: past),
                Symbol(code: "GBP", source: "live", staleAfter: past),
                Symbol(code: "ISK", source: "ecb_daily", staleAfter: fresh),
            ], isStale: true, staleCount: 2),
        Case(
            name: "two classes, each with a fresh symbol",
            symbols: [
                Symbol(code: "EUR", source: "live", staleAfter: past),
                Symbol(code: "GBP", source: "live", staleAfter: fresh),
                Symbol(code: "ISK", source: "ecb_daily", staleAfter: past),
                Symbol(code: "NOK", source: "ecb_daily", staleAfter: fresh),
            ], isStale: false, staleCount: 2),
        Case(
            name: "a symbol that vanished, alone in its class, while others are fresh",
            symbols: [
                Symbol(code: "EUR", source: "live", staleAfter: fresh),
                Symbol(
                    code: "ISK", source: "ecb_daily", staleAfter: past, isInLastGoodAnswer: false),
            ], isStale: false, staleCount: 1),
        Case(
            name: "a symbol that vanished, and the rest of its class dead",
            symbols: [
                Symbol(code: "EUR", source: "live", staleAfter: past),
                Symbol(code: "GBP", source: "live", staleAfter: past, isInLastGoodAnswer: false),
                Symbol(code: "ISK", source: "ecb_daily", staleAfter: fresh),
            ], isStale: true, staleCount: 2),
        Case(
            name: "a symbol that vanished and is fresh yet keeps its class alive",
            symbols: [
                Symbol(code: "EUR", source: "live", staleAfter: past),
                Symbol(code: "GBP", source: "live", staleAfter: fresh, isInLastGoodAnswer: false),
            ], isStale: false, staleCount: 1),
        Case(
            name: "only symbols that vanished, none fresh",
            symbols: [
                Symbol(code: "EUR", source: "live", staleAfter: past, isInLastGoodAnswer: false)
            ], isStale: true, staleCount: 1),
        Case(
            name: "a symbol that never came, while others are fresh",
            symbols: [
                Symbol(code: "EUR", source: "live", staleAfter: fresh),
                Symbol(code: "XXX", source: nil, staleAfter: past, isInLastGoodAnswer: false),
            ], isStale: false, staleCount: 1),
        Case(
            name: "no symbol came, and none is due",
            symbols: [
                Symbol(code: "EUR", source: nil, staleAfter: fresh, isInLastGoodAnswer: false)
            ], isStale: false, staleCount: 0),
        Case(
            name: "no symbol came by its time",
            symbols: [
                Symbol(code: "EUR", source: nil, staleAfter: past, isInLastGoodAnswer: false),
                Symbol(code: "GBP", source: nil, staleAfter: past, isInLastGoodAnswer: false),
            ], isStale: true, staleCount: 2),
        Case(
            name: "the due time itself",
            symbols: [Symbol(code: "EUR", source: "live", staleAfter: 1000)],
            isStale: false, staleCount: 0),
    ]

    static let now = MonotonicInstant(nanosecondsSinceBoot: 1_000_000_000_000)

    static func base(
        _ symbols: [Symbol], staleWithoutSymbolsAfter seconds: Int64 = fresh
    ) throws -> BaseSnapshot {
        BaseSnapshot(
            base: try #require(CurrencyCode("USD")),
            symbols: try symbols.map { symbol in
                SymbolSnapshot(
                    symbol: try #require(CurrencyCode(symbol.code)),
                    observation: symbol.source.map { source in
                        SymbolSnapshot.Observation(
                            rateText: "1", source: source, observedAt: .epoch, stamp: "",
                            ageAtArrival: .zero,
                            arrivedAt: MonotonicInstant(nanosecondsSinceBoot: 0))
                    },
                    dueAt: .epoch, staleAfter: instant(symbol.staleAfter),
                    isInLastGoodAnswer: symbol.isInLastGoodAnswer)
            },
            pollInterval: .seconds(60), staleWithoutSymbolsAfter: instant(seconds))
    }

    static func instant(_ seconds: Int64) -> MonotonicInstant {
        MonotonicInstant(nanosecondsSinceBoot: seconds * 1_000_000_000)
    }

    @Test(arguments: cases)
    func `a base is stale where a class is, or where nothing is fresh`(_ row: Case) throws {
        let base = try Self.base(row.symbols)
        #expect(base.isStale(at: Self.now) == row.isStale)
        #expect(base.staleSymbolCount(at: Self.now) == row.staleCount)
    }

    @Test(arguments: [(past, true), (1000, false), (fresh, false)])
    func `a base without symbols is stale once its first data should be there`(
        _ seconds: Int64, _ isStale: Bool
    ) throws {
        let base = try Self.base([], staleWithoutSymbolsAfter: seconds)
        #expect(base.isStale(at: Self.now) == isStale)
        #expect(base.staleSymbolCount(at: Self.now) == 0)
    }
}
