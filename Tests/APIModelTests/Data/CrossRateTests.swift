import Foundation
import Testing

@testable import APIModel

struct CrossRateTests {
    @Test(arguments: [
        ("1.0321", 1_032_100_000), ("162.04", 162_040_000_000), ("20275.17", 20_275_170_000_000),
        ("136", 136_000_000_000), ("0.000000001", 1), (".5", 500_000_000), ("7.", 7_000_000_000),
    ])
    func `a fix is read exactly`(text: String, billionths: Int64) {
        #expect(UnitsPerEuro(Array(text.utf8))?.billionths == billionths)
    }

    @Test(arguments: [
        "", "0", "0.0", "-1", "+1", "1e3", "1,5", "1.2.3", " 1", "1 ", "0.0000000001",
        "9223372036.9", "99999999999999999999", "N/A",
    ])
    func `what is no fix is refused`(text: String) {
        #expect(UnitsPerEuro(Array(text.utf8)) == nil)
    }

    @Test(arguments: [
        ("0.9245", "1", "0.92450"), ("157.32", "1", "157.32"), ("1", "1", "1.0000"),
        ("20275.17", "1", "20275"), ("1", "20275.17", "0.000049321"), ("1", "3", "0.33333"),
        ("2", "3", "0.66667"), ("99999.5", "1", "100000"), ("99999.4", "1", "99999"),
        ("0.99999500", "1", "1.0000"), ("0.999994", "1", "0.99999"), ("123456", "1", "123460"),
        ("1000000000", "0.000000001", "1000000000000000000"),
        ("0.000000001", "1000000000", "0.0000000000000000010000"), ("1.00005", "1", "1.0001"),
    ])
    func `a rate has five significant digits, and halves go up`(
        quote: String, base: String, text: String
    ) throws {
        let quote = try #require(UnitsPerEuro(Array(quote.utf8)))
        let base = try #require(UnitsPerEuro(Array(base.utf8)))
        #expect(CrossRate(of: quote, for: base).text == text)
    }

    @Test func `every cross rate of a day is the quotient in decimals, rounded`() throws {
        let rates = ReferenceRates.embedded
        let row = rates.days.count - 1
        let values = rates.currencies.compactMap { rates.value(of: $0, inRow: row) }
        #expect(values.count == 29)
        for base in values {
            for quote in values {
                let exact = Decimal(quote.billionths) / Decimal(base.billionths)
                let shown = try #require(Decimal(string: CrossRate(of: quote, for: base).text))
                let error = abs(shown - exact)
                // Half a unit of the fifth digit, and what division to 38 digits leaves.
                let significand = Decimal(CrossRate(of: quote, for: base).significand)
                #expect(error <= shown / significand / 2 + exact / Decimal(1e30))
            }
        }
    }
}
