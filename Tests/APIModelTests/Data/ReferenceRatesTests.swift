import ExchangeRate
import Freshness
import Testing

@testable import APIModel

struct ReferenceRatesTests {
    @Test func `the compiled-in table has every TARGET day from 2025 to October 2026`() throws {
        let rates = ReferenceRates.embedded
        #expect(rates.days.first?.description == "2025-01-02")
        #expect(rates.days.last?.description == "2026-10-30")
        #expect(rates.days.count == 468)
        #expect(rates.currencies.count == 30)
        for (day, next) in zip(rates.days, rates.days.dropFirst()) {
            #expect(TargetCalendar.day(after: day) == next)
        }
    }

    @Test(arguments: [
        ("2025-01-02", "USD", Int64?(1_032_100_000)), ("2025-01-02", "ZAR", 19_271_900_000),
        ("2026-10-30", "USD", 1_117_200_000), ("2026-10-30", "IDR", 20_275_170_000_000),
        ("2025-12-31", "BGN", 1_955_800_000), ("2026-01-02", "BGN", nil),
        ("2026-10-30", "EUR", 1_000_000_000), ("2026-10-30", "XAU", nil),
    ])
    func `a fix is found by day and currency`(day: String, currency: String, value: Int64?) throws {
        let rates = ReferenceRates.embedded
        let row = try #require(rates.row(on: try calendarDay(day)))
        #expect(rates.value(of: try code(currency), inRow: row)?.billionths == value)
    }

    @Test func `days before the data have no fix`() throws {
        let rates = ReferenceRates.embedded
        #expect(rates.row(on: try calendarDay("2025-01-01")) == nil)
        #expect(rates.row(on: try calendarDay("1990-05-02")) == nil)
    }

    @Test func `past the end the last fixes are re-dated, one after the other, without a jump`()
        throws
    {
        let rates = ReferenceRates.embedded
        let last = rates.days.count - 1
        var day = try #require(rates.days.last)
        var row = last
        var seen: Set<Int> = []
        for _ in 0..<400 {
            day = TargetCalendar.day(after: day)
            let next = try #require(rates.row(on: day))
            #expect(abs(next - row) == 1)
            #expect(last - ReferenceRates.redatedCount...last ~= next)
            seen.insert(next)
            row = next
        }
        #expect(seen.count == ReferenceRates.redatedCount + 1)
        #expect(rates.row(on: try calendarDay("2026-11-02")) == last - 1)
        #expect(rates.row(on: try calendarDay("2026-11-30")) == last - 21)
    }

    @Test(arguments: [
        ("empty", "", 1), ("header alone", "date,USD\n", 2), ("bad code", "date,US\n", 1),
        ("bad day", "date,USD\n2026-02-30,1\n", 2), ("no TARGET day", "date,USD\n2026-01-01,1", 2),
        ("short line", "date,USD,JPY\n2026-01-02,1\n", 2),
        ("bad number", "date,USD\n2026-01-02,1\n2026-01-05,1x\n", 3),
        ("gap", "date,USD\n2026-01-02,1\n2026-01-06,1\n", 3),
        ("wrong order", "date,USD\n2026-01-05,1\n2026-01-02,1\n", 3),
    ])
    func `a table that cannot be read is refused with its line`(
        name: String, csv: String, line: Int
    ) {
        #expect {
            try ReferenceRates(csv: Array(csv.utf8))
        } throws: { error in
            (error as? ReferenceRatesError)?.line == line
        }
    }
}
