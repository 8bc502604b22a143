import Domain
import ExchangeRate
import Freshness
import Testing

@testable import Exposition

@Suite struct OldestOfClassTests {
    static func base(_ symbols: [SymbolSnapshot]) -> BaseSnapshot {
        BaseSnapshot(
            base: "USD", symbols: symbols, pollInterval: .seconds(60),
            staleWithoutSymbolsAfter: Scrape.start.instant)
    }

    @Test func `each class tells of its oldest symbol, sorted by class`() {
        let base = Self.base([
            Scrape.symbol("AUD", "1", source: "live", age: .seconds(10)),
            Scrape.symbol("CHF", "1", source: "live", age: .seconds(30)),
            Scrape.symbol("DKK", "1", source: "live", age: .seconds(20)),
            Scrape.symbol("EUR", "1", source: "ecb_daily", age: .seconds(40)),
        ])
        let oldest = OldestOfClass.all(of: base, at: Scrape.start.instant)
        #expect(oldest.map(\.source) == ["ecb_daily", "live"])
        #expect(oldest.map(\.age) == [.seconds(40), .seconds(30)])
        #expect(oldest.map(\.dueAt) == [base.symbols[3].dueAt, base.symbols[1].dueAt])
    }

    @Test func `of two of the same age the one that is due first counts`() {
        let base = Self.base([
            Scrape.symbol("AUD", "1", age: .seconds(10), limit: 300),
            Scrape.symbol("CHF", "1", age: .seconds(10), limit: 200),
            Scrape.symbol("DKK", "1", age: .seconds(10), limit: 250),
        ])
        let oldest = OldestOfClass.all(of: base, at: Scrape.start.instant)
        #expect(oldest.map(\.dueAt) == [base.symbols[1].dueAt])
    }

    @Test func `symbols that never came have no class`() {
        #expect(
            OldestOfClass.all(of: Scrape.unknownBase("USD"), at: Scrape.start.instant).isEmpty)
    }
}
