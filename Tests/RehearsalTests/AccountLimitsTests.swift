import Domain
import Freshness
import Polling
import TestKit
import Testing

@testable import Rehearsal

/// The limits that hold for the account, and what a configuration that exceeds them leads to.
@Suite(.leisurely, .skippedUnderSanitizer)
struct AccountLimitsTests {
    private static func greedy() -> PollSettings {
        var poll = PollSettings()
        poll.minInterval = .seconds(1)
        poll.requestsPerMinute = 0
        return poll
    }

    @Test func `a configuration over the limits without a key pages without an incident`()
        async throws
    {
        let report = try await Example(
            to: "2025-12-22", interval: .seconds(10), poll: Self.greedy()
        ).run()
        #expect(report.falsePages > 0)
        #expect(report.alerts.contains { $0.alert.labels["alertname"] == "ExchangeRateLimited" })
        #expect(!report.isGood)
        #expect(report.mostRequests.inHour <= 120)
    }

    @Test func `with a key, and no quota that is known, nothing is limited`() async throws {
        let report = try await Example(
            to: "2025-12-22", interval: .seconds(10), isKeyless: false, poll: Self.greedy()
        ).run()
        #expect(report.isGood)
        #expect(report.months.map(\.requests) == [8640])
        #expect(report.mostRequests == (6, 360))
    }

    @Test func `a quota of the plan is spent, and pages until the month ends`() async throws {
        var poll = PollSettings()
        poll.monthlyQuota = 1000
        let report = try await Example(
            from: "2025-12-20", to: "2026-01-02", isKeyless: false, poll: poll
        ).run()
        #expect(report.falsePages == 2)
        #expect(report.months.first.map { 1000...1040 ~= $0.requests } == true)
        #expect(
            report.alerts.map { $0.alert.labels["alertname"] } == [
                "ExchangeRateLimited", "ExchangeRateStale",
            ])
        #expect(
            report.alerts.allSatisfy { $0.alert.endsAt.map { "\($0.utcDate)" } == "2026-01-01" })
    }

    @Test func `30 bases without a key stay within the limits, and page nobody`() async throws {
        let currencies = [
            "AUD", "BRL", "CAD", "CHF", "CNY", "CZK", "DKK", "EUR", "GBP", "HKD", "HUF", "IDR",
            "ILS", "INR", "ISK", "JPY", "KRW", "MXN", "MYR", "NOK", "NZD", "PHP", "PLN", "RON",
            "SEK", "SGD", "THB", "TRY", "USD", "ZAR",
        ]
        let report = try await Example(
            from: "2025-12-23", to: "2025-12-23",
            bases: currencies.map { "\($0): \($0 == "EUR" ? "USD" : "EUR")" }
        ).run()
        #expect(report.isGood)
        #expect(report.deliveries.isEmpty)
        #expect(report.mostRequests.inHour <= 91)
        #expect((report.months.first?.requests ?? 0) > 2100)
    }
}
