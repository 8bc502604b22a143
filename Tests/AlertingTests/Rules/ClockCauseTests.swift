import Domain
import ExchangeRate
import Freshness
import Testing

@testable import Alerting

struct ClockCauseTests {
    private static func base(
        offset: Duration?, _ symbols: [(symbol: String, source: String?, staleAfter: Int)],
        result: PollResult = .good
    ) -> BaseSnapshot {
        var base = BaseSnapshot.example(symbols, result: result)
        base.clockOffset = offset
        return base
    }

    private static func texts(of verdict: RuleVerdict) -> [String: String] {
        guard case .met(let annotations) = verdict else { return [:] }
        return annotations
    }

    /// Data that is overdue by 1000 s, and what is said of it.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let offset: Duration?
        var result = PollResult.good
        let says: [String]
        let saysNot: [String]
    }

    private static let provider = "ask the provider"
    private static let clock = "set the clock"

    @Test(arguments: [
        Case(
            testDescription: "right", offset: nil, says: [provider, "no new live data"],
            saysNot: [clock]),
        Case(
            testDescription: "ahead", offset: .seconds(7200),
            says: [
                "The local clock is 2h ahead of the API's: set the clock.",
                "USD rates count as stale: the local clock is wrong",
            ], saysNot: [provider, "no new"]),
        Case(
            testDescription: "behind", offset: .seconds(-7260),
            says: ["The local clock is 2h1m behind the API's: set the clock."],
            saysNot: [provider, "no new"]),
        Case(
            testDescription: "ahead by less than the data is overdue", offset: .seconds(999),
            says: ["ahead of the API's: set the clock.", provider, "no new live data"],
            saysNot: []),
        Case(
            testDescription: "wrong, and polls fail", offset: .seconds(7200),
            result: .failed(.tls), says: [clock, "The last poll failed"], saysNot: [provider]),
    ])
    func `stale data is laid to the clock where the clock explains it`(row: Case) {
        let base = Self.base(
            offset: row.offset, [("EUR", "live", 0), ("GBP", "live", 0)], result: row.result)
        let texts = Self.texts(of: StaleRule.verdict(on: base, now: .after(1000)))
        let text = (texts["summary"] ?? "") + " " + (texts["description"] ?? "")
        for part in row.says { #expect(text.contains(part), "\(text)") }
        for part in row.saysNot { #expect(!text.contains(part), "\(text)") }
    }

    @Test func `rates that never came are laid to a clock that is behind`() {
        let base = Self.base(offset: .seconds(-7200), [("EUR", nil, 0)])
        let texts = Self.texts(of: StaleRule.verdict(on: base, now: .after(1000)))
        #expect(texts["summary"] == "USD rates count as stale: the local clock is wrong")
        #expect(texts["description"]?.contains("set the clock") == true)
    }

    @Test func `a symbol that is overdue is laid to the clock where the clock explains it`() {
        for (offset, asksProvider) in [(nil, true), (7200, false), (-7200, false), (999, true)] {
            let base = Self.base(
                offset: offset.map { .seconds($0) }, [("EUR", "live", 0), ("GBP", "live", 9999)])
            let text =
                Self.texts(
                    of: SymbolStaleRule.verdict(on: base, isBaseStale: false, now: .after(1000)))[
                    "description"] ?? ""
            #expect(text.contains(Self.clock) == (offset != nil), "\(text)")
            #expect(text.contains("Ask the provider") == asksProvider, "\(text)")
        }
    }
}
