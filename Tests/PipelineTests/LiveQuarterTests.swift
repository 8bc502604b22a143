import Domain
import ExchangeRate
import Freshness
import TestKit
import Testing

@testable import Pipeline

@Suite(.leisurely, .skippedUnderSanitizer)
struct LiveQuarterTests {
    /// A time in which nothing new comes.
    private struct Outage {
        let span: Range<Timestamp>
        /// Polls fail; else they bring what is known.
        let fails: Bool
        let isLong: Bool
    }

    /// Outages that a limit of 20 minutes tells apart for certain, a few hours from each other and
    /// from the hours at which the market closes and opens.
    private static func outages(
        from start: Timestamp, to end: Timestamp, using generator: inout SeededGenerator
    ) -> [Outage] {
        var outages: [Outage] = []
        var from = start
        while true {
            from = from + .seconds(Int.random(in: 10_000...40_000, using: &generator))
            let isLong = Bool.random(using: &generator)
            let minutes = Int.random(in: isLong ? 27...180 : 1...9, using: &generator)
            let span = from..<from + .seconds(minutes * 60)
            guard span.upperBound + .seconds(7200) < end else { return outages }
            let closure = FXCalendar.closure(endingAfter: from - .seconds(3600))
            guard span.upperBound + .seconds(3600) < closure.lowerBound else { continue }
            outages.append(
                Outage(span: span, fails: Bool.random(using: &generator), isLong: isLong))
            from = span.upperBound
        }
    }

    @Test(arguments: [
        ("2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z", 1 as UInt64),
        ("2026-02-01T00:00:00Z", "2026-03-01T00:00:00Z", 2),
        ("2026-03-01T00:00:00Z", "2026-04-01T00:00:00Z", 3),
    ])
    func `in a quarter of outages, the long ones are one page each and the short ones none`(
        from: String, to: String, seed: UInt64
    ) async throws {
        let start = try #require(Timestamp(iso8601: from))
        let end = try #require(Timestamp(iso8601: to))
        var generator = SeededGenerator(seed: seed)
        let outages = Self.outages(from: start, to: end, using: &generator)
        let pauses = Bool.random(using: &generator)
        var timeline = PipelineTimeline(at: start, interval: .seconds(300))
        await timeline.run(until: end) { now in
            let outage = outages.first { $0.span.contains(now) }
            guard outage?.fails != true else {
                return .failure(ExchangeRateError(reason: .timeout, message: "nothing came"))
            }
            return .success(
                ScriptedFeed(closedMarket: pauses ? .pauses : .ticks, frozen: outage?.span)
                    .latest(at: now))
        }
        let long = outages.filter(\.isLong)
        #expect(long.count > 10 && outages.count - long.count > 10)
        let times = timeline.alerts.compactMap { alert -> Timestamp? in
            #expect(alert.contains(" ExchangeRateStale at "))
            return alert.split(separator: " ").last.flatMap { Timestamp(iso8601: $0) }
        }
        try #require(times.count == 2 * long.count)
        for (index, outage) in long.enumerated() {
            // The last data before it may be as old as the interval and a minute.
            let due = outage.span.lowerBound + .seconds(20 * 60)
            #expect(due - .seconds(360)...due ~= times[2 * index], "\(index)")
            let back = outage.span.upperBound
            #expect(back...back + .seconds(300) ~= times[2 * index + 1], "\(index)")
        }
    }
}
