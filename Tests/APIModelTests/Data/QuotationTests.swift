import ExchangeRate
import Freshness
import Testing

@testable import APIModel

struct QuotationTests {
    let rates = ReferenceRates.embedded

    @Test(arguments: [
        ("before today's publication, winter", "2026-01-13T14:59:59Z", "2026-01-12T15:00:00Z"),
        ("at today's publication, winter", "2026-01-13T15:00:00Z", "2026-01-13T15:00:00Z"),
        ("at today's publication, summer", "2026-07-14T14:00:00Z", "2026-07-14T14:00:00Z"),
        ("before it, summer", "2026-07-14T13:59:00Z", "2026-07-13T14:00:00Z"),
        ("on a Sunday", "2026-07-12T12:00:00Z", "2026-07-10T14:00:00Z"),
        ("on Easter Monday", "2026-04-06T20:00:00Z", "2026-04-02T14:00:00Z"),
        ("after the March change", "2026-03-30T14:00:00Z", "2026-03-30T14:00:00Z"),
        ("before the October change", "2026-10-25T12:00:00Z", "2026-10-23T14:00:00Z"),
        ("past the end", "2026-11-30T18:00:00Z", "2026-11-30T15:00:00Z"),
    ])
    func `the newest fix is the one that was published last`(
        name: String, now: String, stamp: String
    ) throws {
        let quotation = try #require(
            Quotation.daily(rates, at: try time(now), settings: ProviderSettings()))
        #expect(quotation.stamp == (try time(stamp)))
        #expect(quotation.source == "ecb_daily")
    }

    @Test func `a provider can take a fix over late, and stamp it with midnight`() throws {
        var settings = ProviderSettings()
        settings.publicationDelay = .seconds(6 * 3600)
        settings.dailyStamp = .midnight
        let early = try #require(
            Quotation.daily(rates, at: try time("2026-01-13T20:59:59Z"), settings: settings))
        #expect(early.stamp == (try time("2026-01-12T00:00:00Z")))
        let late = try #require(
            Quotation.daily(rates, at: try time("2026-01-13T21:00:00Z"), settings: settings))
        #expect(late.stamp == (try time("2026-01-13T00:00:00Z")))
    }

    @Test(arguments: [
        ("before Monday's release", "2026-06-15T20:14:00Z", "2026-06-05T16:00:00Z"),
        ("after Monday's release", "2026-06-15T20:15:00Z", "2026-06-12T16:00:00Z"),
        ("on a Sunday", "2026-06-21T12:00:00Z", "2026-06-12T16:00:00Z"),
    ])
    func `weekly data comes on Mondays and ends on the Friday before`(
        name: String, now: String, stamp: String
    ) throws {
        let quotation = try #require(Quotation.weekly(rates, at: try time(now)))
        #expect(quotation.stamp == (try time(stamp)))
        #expect(quotation.source == "fred_daily")
    }

    @Test(arguments: [
        ("open", "2026-06-16T14:02:59Z", ProviderSettings.ClosedMarket.ticks, "14:02:00"),
        ("weekend that ticks", "2026-06-13T14:02:59Z", .ticks, "14:02:00"),
        ("weekend that pauses", "2026-06-13T14:02:59Z", .pauses, "21:00:00"),
        ("winter weekend that pauses", "2026-01-10T14:02:59Z", .pauses, "22:00:00"),
    ])
    func `live data is stamped with the start of its minute`(
        name: String, now: String, market: ProviderSettings.ClosedMarket, clock: String
    ) throws {
        var settings = ProviderSettings()
        settings.closedMarket = market
        let quotation = try #require(
            Quotation.live(rates, at: try time(now), settings: settings))
        #expect(quotation.stamp.iso8601.dropFirst(11) == "\(clock)Z")
    }

    @Test func `live values stay near the fixes of the day and move almost every minute`() throws {
        let dollar = try code("USD")
        let rate = try self.minutes(of: "2026-06-15T00:00:00Z", count: 5 * 1440, currency: dollar)
        let fixes = rates.days.indices.filter { index in
            ("2026-06-12"..."2026-06-22").contains(rates.days[index].description)
        }.compactMap { rates.value(of: dollar, inRow: $0)?.billionths }
        let low = try #require(fixes.min())
        let high = try #require(fixes.max())
        #expect(rate.allSatisfy { low * 9970 / 10_000...high * 10_030 / 10_000 ~= $0 })
        let steps = zip(rate, rate.dropFirst()).map { abs($1 - $0) * 1_000_000 / $0 }
        #expect(steps.count { $0 > 0 } > steps.count * 95 / 100)
        #expect(steps.max() ?? 0 < 400)
    }

    @Test func `pegged currencies stay by their anchor`() throws {
        let crown = try self.minutes(
            of: "2026-06-15T00:00:00Z", count: 1440, currency: try code("DKK"))
        let low = try #require(crown.min())
        let high = try #require(crown.max())
        #expect((high - low) * 10_000 / low < 3)
        let time = try time("2026-06-16T09:00:00Z")
        let quotation = try #require(
            Quotation.live(rates, at: time, settings: ProviderSettings()))
        let dollar = try #require(quotation.value(of: try code("USD")))
        let hongKong = try #require(quotation.value(of: try code("HKD")))
        let perDollar = Double(hongKong.billionths) / Double(dollar.billionths)
        #expect(7.75...7.85 ~= perDollar)
    }

    @Test func `no minute jumps but at an opening, not over a fix nor the end of the data`() throws
    {
        for text in ["2026-03-29T00:00:00Z", "2026-10-30T12:00:00Z", "2026-11-15T12:00:00Z"] {
            let start = try time(text)
            for currency in ["USD", "JPY", "TRY", "IDR"] {
                let rate = try minutes(of: text, count: 4 * 1440, currency: try code(currency))
                let jumps = rate.indices.dropFirst().filter { index in
                    abs(rate[index] - rate[index - 1]) * 1_000_000 / rate[index] >= 400
                }
                for index in jumps {
                    #expect(FXCalendar.isOpen(at: start + .seconds(index * 60)))
                    #expect(!FXCalendar.isOpen(at: start + .seconds(index * 60 - 60)))
                }
            }
        }
    }

    @Test func `another seed moves otherwise, and the same one alike`() throws {
        let time = try time("2026-06-16T09:00:00Z")
        func value(seed: UInt64) throws -> UnitsPerEuro? {
            var settings = ProviderSettings()
            settings.seed = seed
            return Quotation.live(rates, at: time, settings: settings)?
                .value(of: try code("USD"))
        }
        #expect(try value(seed: 1) == (try value(seed: 1)))
        #expect(try value(seed: 1) != (try value(seed: 2)))
    }

    private func minutes(of start: String, count: Int, currency: CurrencyCode) throws -> [Int64] {
        let start = try time(start)
        return try (0..<count).map { minute in
            let quotation = try #require(
                Quotation.live(
                    rates, at: start + .seconds(minute * 60), settings: ProviderSettings()))
            return try #require(quotation.value(of: currency)).billionths
        }
    }
}
