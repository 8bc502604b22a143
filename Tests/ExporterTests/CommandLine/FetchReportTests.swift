import ExchangeRate
import Foundation
import Freshness
import Testing

@testable import Exporter

struct FetchReportTests {
    private static let hostile = "\u{1B}[2J\u{9B}31m\u{202E}\u{2066}\u{2028}\r\n\u{200B}x"
    private static let observedAt = Timestamp(nanosecondsSinceEpoch: 1_781_618_400_000_000_000)

    private func report(_ text: String) throws -> FetchReport {
        FetchReport(
            latest: Latest(
                base: try #require(CurrencyCode("USD")), source: text, marketSession: text,
                dataUpdatedAt: text, observedAt: Self.observedAt,
                rates: ["EUR": 1, "GBP\(text)": 2], sources: ["EUR": text],
                effectiveAt: ["EUR": text], rejected: ["JPY\(text)": .missing]),
            now: Self.observedAt + .seconds(60))
    }

    @Test func `a table has a line a symbol, the columns aligned`() throws {
        #expect(
            try report("live").table == """
                SYMBOL   RATE  SOURCE  SESSION  OBSERVED  AGE
                EUR      1     live    live     live      1 min
                GBPlive  2     live    live     live      1 min
                JPYlive: not taken, missing
                1 USD. Indicative rates, not for settlement.

                """)
    }

    @Test func `nothing that a terminal obeys is in a table or in JSON`() throws {
        let report = try report(Self.hostile)
        for text in [report.table, report.json] {
            for scalar in text.unicodeScalars where scalar != "\n" {
                #expect(!scalar.isObeyedOrHidden, "U+\(String(scalar.value, radix: 16))")
            }
        }
        #expect(report.table.split(separator: "\n").count == 5)
    }

    @Test func `JSON keeps every text as it was sent`() throws {
        let object = try JSONSerialization.jsonObject(
            with: Data(try report(Self.hostile).json.utf8))
        #expect((object as? [String: Any])?["market_session"] as? String == Self.hostile)
    }

    @Test func `a long text is cut, and an empty cell is a dash`() throws {
        let long = try report(String(repeating: "e\u{301}", count: 5000)).table
        #expect(long.unicodeScalars.count < 2000)
        let empty = try report("").table
        #expect(empty.contains("EUR     1     -       -        -         1 min"), "\(empty)")
    }
}
