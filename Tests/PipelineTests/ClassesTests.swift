import Domain
import ExchangeRate
import Foundation
import Freshness
import TestKit
import Testing

@testable import Pipeline

/// Live data and fixes of the ECB in one base.
@Suite(.leisurely, .skippedUnderSanitizer)
struct ClassesTests {
    /// Tuesday, 2026-06-16T08:00:00Z.
    private static let start = Timestamp.example - .seconds(6 * 3600)

    private static func mixed(
        at now: Timestamp, feed: ScriptedFeed = ScriptedFeed(symbols: ["EUR", "GBP"]),
        fixes: [String] = ["JPY", "CHF"]
    ) -> Latest {
        var latest = feed.latest(at: now)
        let fix = Latest.fix(at: now, symbols: fixes)
        latest.rates.merge(fix.rates) { first, _ in first }
        for symbol in fixes {
            latest.sources[symbol] = "ecb_daily"
            latest.effectiveAt[symbol] = fix.dataUpdatedAt
            latest.effectiveTimes[symbol] = fix.observedAt
        }
        return latest
    }

    private static func timeline() throws -> PipelineTimeline {
        PipelineTimeline(
            at: start,
            symbols: try ["EUR", "GBP", "JPY", "CHF"].map { try #require(CurrencyCode($0)) },
            interval: .seconds(300))
    }

    @Test func `both classes are quiet for two weeks`() async throws {
        var timeline = try Self.timeline()
        await timeline.run(until: Self.start + .seconds(14 * 86400)) {
            .success(Self.mixed(at: $0))
        }
        #expect(timeline.alerts == [])
    }

    @Test func `where live data dies, the base is paged for, whatever the fixes do`() async throws {
        let noon = Self.start + .seconds(4 * 3600)
        let feed = ScriptedFeed(
            frozen: noon..<noon + .seconds(3 * 86400), symbols: ["EUR", "GBP"])
        var timeline = try Self.timeline()
        await timeline.run(until: noon + .seconds(4 * 86400)) {
            .success(Self.mixed(at: $0, feed: feed))
        }
        #expect(
            timeline.alerts == [
                "fired ExchangeRateStale at 2026-06-16T12:20:00Z",
                "resolved ExchangeRateStale at 2026-06-19T12:00:00Z",
            ])
        #expect(timeline.resolved.first?.annotations["summary"]?.contains("live data") == true)
    }

    @Test func `a fix that vanishes is a warning for its symbol by its own calendar`() async throws
    {
        let gone = Self.start + .seconds(2 * 3600)
        var timeline = try Self.timeline()
        await timeline.run(until: gone + .seconds(3 * 86400)) {
            .success(Self.mixed(at: $0, fixes: $0 < gone ? ["JPY", "CHF"] : ["JPY"]))
        }
        // Of Monday; due on Wednesday at 10:00 in Frankfurt and an interval, told 10 minutes later.
        #expect(timeline.alerts == ["fired ExchangeRateSymbolStale at 2026-06-17T08:15:00Z"])
    }

    @Test(arguments: [false, true])
    func `a fall-back to fixes pages, and the end says that live data is still missing`(
        restarts: Bool
    ) async throws {
        let fallback = Self.start + .seconds(2 * 3600)
        let back = fallback + .seconds(86400)
        func reply(_ now: Timestamp) -> Result<Latest, ExchangeRateError> {
            fallback..<back ~= now
                ? .success(.fix(at: now)) : .success(ScriptedFeed().latest(at: now))
        }
        var timeline = PipelineTimeline(at: Self.start, interval: .seconds(300))
        await timeline.run(until: fallback + .seconds(3 * 3600 + 299), feed: reply)
        #expect(timeline.base.missingClasses == [])
        if restarts { timeline.restart(after: .seconds(3600)) }
        await timeline.run(until: back - .seconds(600), feed: reply)
        #expect(timeline.base.missingClasses == ["live"])
        if restarts { timeline.restart(after: .seconds(60)) }
        await timeline.run(until: back - .seconds(1), feed: reply)
        #expect(timeline.base.missingClasses == ["live"])
        await timeline.run(until: back + .seconds(86400), feed: reply)
        #expect(timeline.base.missingClasses == [])
        #expect(timeline.alerts.first == "fired ExchangeRateStale at 2026-06-16T10:15:00Z")
        #expect(timeline.alerts.count == 2)
        let summary = try #require(timeline.resolved.first?.annotations["summary"])
        #expect(summary.hasSuffix("now ecb_daily, live still missing"))
    }

    @Test func `what took the place of a class may die without being missed itself`() async throws {
        let fallback = Self.start + .seconds(2 * 3600)
        let back = fallback + .seconds(3 * 86400)
        var timeline = PipelineTimeline(at: Self.start, interval: .seconds(300))
        await timeline.run(until: back + .seconds(3600)) { now in
            // The fix of Tuesday is the last one.
            fallback..<back ~= now
                ? .success(.fix(at: min(now, fallback + .seconds(6 * 3600))))
                : .success(ScriptedFeed().latest(at: now))
        }
        #expect(
            timeline.alerts == [
                "fired ExchangeRateStale at 2026-06-16T10:15:00Z",
                "resolved ExchangeRateStale at 2026-06-16T14:00:00Z",
                "fired ExchangeRateStale at 2026-06-18T08:05:00Z",
                "resolved ExchangeRateStale at 2026-06-19T10:00:00Z",
            ])
        #expect(timeline.base.missingClasses == [])
        #expect(timeline.base.symbols.map(\.observation?.source) == ["live"])
    }
}
