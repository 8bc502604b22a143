import Freshness
import TestKit
import Testing

@testable import Rehearsal

@Suite(.leisurely, .skippedUnderSanitizer)
struct QuietTimeTests {
    @Test(arguments: RehearsalSettings.Feed.allCases)
    func `22 months of real rates, asked for every four hours, page nobody`(
        feed: RehearsalSettings.Feed
    ) async throws {
        let report = try await Example(
            from: "2025-01-03", to: "2026-10-30", bases: ["USD: EUR IDR"],
            interval: .seconds(4 * 3600), feed: feed
        ).run()
        #expect(report.alerts.isEmpty)
        #expect(report.deliveries.isEmpty)
        #expect(report.isGood)
        #expect(report.months.count == 22)
        #expect(report.months.first?.name == "2025-01")
        #expect(report.months.first?.requests == 29 * 6)
        #expect(report.months.last?.name == "2026-10")
        #expect(report.mostRequests == (1, 1))
    }

    @Test func `two runs of the same settings are the same`() async throws {
        let example = Example(
            bases: ["USD: EUR", "CHF:", "GBP: IDR"],
            incidents: ["limit 2025-12-22T10:00Z 2h", "receiver down 2025-12-22T10:00Z 1h webhook"])
        let (first, second) = (try await example.run(), try await example.run())
        #expect(first.months == second.months)
        #expect(first.alerts == second.alerts)
        #expect(first.deliveries == second.deliveries)
        #expect(first.incidents == second.incidents)
        #expect(!first.deliveries.isEmpty)
    }

    @Test func `a currency that ends is told of without an incident`() async throws {
        // Bulgaria's lev ended with 2025: its last fix is of 31 December.
        let report = try await Example(
            from: "2025-12-30", to: "2026-01-05", bases: ["USD: EUR BGN"]
        ).run()
        #expect(report.falsePages == 1)
        #expect(!report.isGood)
        #expect(report.alerts.map(\.isWithoutIncident) == [true])
    }
}
