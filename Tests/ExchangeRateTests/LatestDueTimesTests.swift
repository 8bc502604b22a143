import ExchangeRate
import Foundation
import Freshness
import Testing

struct LatestDueTimesTests {
    private func time(_ text: String) throws -> Timestamp {
        try #require(Timestamp(iso8601: text))
    }

    @Test func `each symbol is due by its own class and time`() throws {
        let base = try #require(CurrencyCode("USD"))
        let latest = Latest(
            base: base, source: "live", marketSession: "open",
            dataUpdatedAt: "2026-06-16T14:02:00Z", observedAt: try time("2026-06-16T14:02:00Z"),
            rates: ["EUR": 1, "IDR": 2], sources: ["IDR": "ecb_daily"],
            effectiveTimes: ["IDR": try time("2026-06-15T14:00:00Z")],
            pollInterval: .seconds(60))
        let dues = latest.dueTimes(interval: .seconds(300), now: try time("2026-06-16T14:03:00Z"))
        #expect(
            dues.mapValues(\.iso8601) == [
                "EUR": "2026-06-16T14:23:00Z", "IDR": "2026-06-17T08:06:00Z",
            ])
    }

    @Test
    func `data ahead of the clock is as old as its reply, and without a time it has no due time`()
        throws
    {
        let base = try #require(CurrencyCode("USD"))
        let now = try time("2026-06-16T14:00:00Z")
        var latest = Latest(
            base: base, source: "live", marketSession: "open", dataUpdatedAt: "",
            observedAt: now + .seconds(120), rates: ["EUR": 1])
        #expect(latest.dueTimes(interval: .zero, now: now) == ["EUR": now + .seconds(900)])
        latest.observedAt = nil
        #expect(latest.dueTimes(interval: .zero, now: now) == [:])
    }
}
