import Foundation
import HTTP
import TestKit
import Testing

/// Data that stands still is told, whatever the polls say.
@Suite(.fewAtATime)
struct FreshnessTests {
    /// Stamps of the stand-in are those of the minute; a clock ahead of the machine's makes the next
    /// one come at once, and so long as it is no more than 5 minutes ahead, its age is 0.
    private let standIn: StandInProcess
    private let exporter: ExporterProcess

    init() async throws {
        standIn = try await StandInProcess()
        try await standIn.add(fault: "frozen")
        try await standIn.setClock(ahead: "1m")
        // Both limits are the same, so that the day of the week does not matter.
        exporter = try await ExporterProcess(
            ExporterConfiguration(
                api: standIn.url, freshness: ["live: 2s", "live_closed: 2s"]))
    }

    @Test
    func `data that stands still is stale after its limit and the interval, though polls work`()
        async throws
    {
        try standIn.clear()
        try await standIn.add(fault: "frozen")
        let fresh = try await exporter.metrics("fresh data") { page in
            page.goodPolls() > 0 && Self.staleness(of: page) == 0
        }
        let due = try #require(
            fresh.value(
                "exchangerate_data_due_timestamp_seconds", ["base": "USD", "source": "live"]))
        let stale = try await exporter.metrics("stale data") { Self.staleness(of: $0) == 1 }
        #expect(stale.value("exchangerate_symbols_stale", ["base": "USD"]) == 3)
        #expect(stale.value("exchangerate_up", ["base": "USD"]) == 1)
        #expect(stale.failedPolls() == 0)
        let age = try #require(
            stale.value("exchangerate_data_age_seconds", ["base": "USD", "source": "live"]))
        #expect(3...8 ~= age)
        // Due and stale go together, also where the data's own clock is ahead.
        #expect(0...3 ~= Date.now.timeIntervalSince1970 - due)
        #expect(try await exporter.get("/").text.contains("data is stale, 3 of 3 symbols"))
        try standIn.clear()
        try await standIn.setClock(ahead: "3m")
        let again = try await exporter.metrics("fresh data again") {
            Self.staleness(of: $0) == 0
        }
        #expect(again.value("exchangerate_symbols_stale", ["base": "USD"]) == 0)
    }

    @Test func `a symbol that is missing ages alone`() async throws {
        _ = try await exporter.metrics("fresh data") { $0.goodPolls() > 0 }
        try await standIn.add(fault: "missing&symbols=JPY")
        try standIn.clear(fault: "frozen")
        try await standIn.setClock(ahead: "2m")
        _ = try await exporter.metrics("a stale symbol") { Self.staleSymbols(of: $0) > 0 }
        try await standIn.setClock(ahead: "3m")
        let page = try await exporter.metrics("one is stale, the others are fresh") {
            Self.staleSymbols(of: $0) == 1
        }
        #expect(Self.staleness(of: page) == 0)
        #expect(page.rate("JPY") != nil)
        #expect(
            page.value(
                "exchangerate_rates_rejected_total", ["base": "USD", "reason": "missing"]) ?? 0 > 0)
        try standIn.clear()
        try await standIn.setClock(ahead: "4m")
        _ = try await exporter.metrics("fresh data again") { Self.staleSymbols(of: $0) == 0 }
    }

    @Test func `data that never came is stale by the limit of live data`() async throws {
        let silent = try await ExporterProcess(
            ExporterConfiguration(
                api: try ReservedPort().url, freshness: ["live: 2s", "live_closed: 2s"]))
        #expect(Self.staleness(of: try await silent.metrics()) == 0)
        _ = try await silent.metrics("stale") { Self.staleness(of: $0) == 1 }
    }

    private static func staleness(of page: MetricsText) -> Double {
        page.value("exchangerate_data_stale", ["base": "USD"]) ?? -1
    }

    private static func staleSymbols(of page: MetricsText) -> Double {
        page.value("exchangerate_symbols_stale", ["base": "USD"]) ?? -1
    }
}
