import Domain
import Freshness
import TestKit
import Testing

@testable import Pipeline

@Suite(.leisurely, .skippedUnderSanitizer)
struct MarketHoursTests {
    private static func time(_ text: String) throws -> Timestamp {
        try #require(Timestamp(iso8601: text))
    }

    /// From noon before a closing to noon after the opening.
    static let closures = [
        (name: "winter", from: "2026-01-09T12:00:00Z", to: "2026-01-12T12:00:00Z"),
        (name: "summer", from: "2026-06-19T12:00:00Z", to: "2026-06-22T12:00:00Z"),
        (name: "March in New York", from: "2026-03-06T12:00:00Z", to: "2026-03-09T12:00:00Z"),
        (name: "between the changes", from: "2026-03-13T12:00:00Z", to: "2026-03-16T12:00:00Z"),
        (name: "March in Frankfurt", from: "2026-03-27T12:00:00Z", to: "2026-03-30T12:00:00Z"),
        (name: "October in Frankfurt", from: "2026-10-23T12:00:00Z", to: "2026-10-26T12:00:00Z"),
        (name: "November in New York", from: "2026-10-30T12:00:00Z", to: "2026-11-02T12:00:00Z"),
        (name: "Christmas, Friday", from: "2026-12-24T12:00:00Z", to: "2026-12-28T12:00:00Z"),
        (name: "Christmas, Monday", from: "2023-12-22T12:00:00Z", to: "2023-12-26T12:00:00Z"),
        (name: "Christmas, Thursday", from: "2025-12-24T12:00:00Z", to: "2025-12-29T12:00:00Z"),
        (name: "New Year, Friday", from: "2026-12-31T12:00:00Z", to: "2027-01-04T12:00:00Z"),
        (name: "New Year, Monday", from: "2023-12-29T12:00:00Z", to: "2024-01-02T12:00:00Z"),
    ]

    @Test(arguments: closures)
    func `nobody is paged while the market is closed, nor at its opening`(
        name: String, from: String, to: String
    ) async throws {
        for closedMarket in [ScriptedFeed.ClosedMarket.ticks, .pauses] {
            for interval in [300, 3600] {
                let feed = ScriptedFeed(closedMarket: closedMarket)
                var timeline = PipelineTimeline(
                    at: try Self.time(from), interval: .seconds(interval))
                await timeline.run(until: try Self.time(to)) { .success(feed.latest(at: $0)) }
                #expect(timeline.alerts == [], "\(closedMarket), every \(interval) s")
            }
        }
    }

    /// Data that stands still from one time to another.
    struct Outage: Sendable, CustomTestStringConvertible {
        let name: String
        var closedMarket = ScriptedFeed.ClosedMarket.pauses
        var session: String?
        let from: String
        let frozen: String
        let thaws: String
        let fires: String
        let resolves: String

        var testDescription: String { name }
    }

    static let outages = [
        Outage(
            name: "on a Tuesday while replies say weekend", session: "weekend",
            from: "2026-06-16T09:00:00Z", frozen: "2026-06-16T12:00:00Z",
            thaws: "2026-06-16T18:00:00Z", fires: "2026-06-16T12:20:00Z",
            resolves: "2026-06-16T18:00:00Z"),
        Outage(
            name: "on Friday half an hour before the closing", from: "2026-01-09T12:00:00Z",
            frozen: "2026-01-09T21:30:00Z", thaws: "2026-01-12T06:00:00Z",
            fires: "2026-01-09T21:50:00Z", resolves: "2026-01-12T06:00:00Z"),
        Outage(
            name: "the same, and the feed comes back with the opening",
            from: "2026-01-09T12:00:00Z", frozen: "2026-01-09T21:30:00Z",
            thaws: "2026-01-11T22:03:00Z", fires: "2026-01-09T21:50:00Z",
            resolves: "2026-01-11T22:05:00Z"),
        Outage(
            name: "over the weekend, and the feed does not come back with the opening",
            from: "2026-01-09T12:00:00Z", frozen: "2026-01-09T21:59:00Z",
            thaws: "2026-01-12T06:00:00Z", fires: "2026-01-11T22:20:00Z",
            resolves: "2026-01-12T06:00:00Z"),
        Outage(
            name: "over Christmas on a Friday", from: "2026-12-24T12:00:00Z",
            frozen: "2026-12-24T21:59:00Z", thaws: "2026-12-28T06:00:00Z",
            fires: "2026-12-27T22:20:00Z", resolves: "2026-12-28T06:00:00Z"),
        Outage(
            name: "on Saturday, where data ticks, too", closedMarket: .ticks,
            from: "2026-01-09T12:00:00Z", frozen: "2026-01-10T10:00:00Z",
            thaws: "2026-01-12T06:00:00Z", fires: "2026-01-11T22:20:00Z",
            resolves: "2026-01-12T06:00:00Z"),
        Outage(
            name: "over the weekend while replies say open", session: "open",
            from: "2026-01-09T12:00:00Z", frozen: "2026-01-09T21:59:00Z",
            thaws: "2026-01-11T22:08:00Z", fires: "2026-01-09T22:19:00Z",
            resolves: "2026-01-11T22:10:00Z"),
    ]

    @Test(arguments: outages)
    func `an outage is one page and one resolve`(outage: Outage) async throws {
        let feed = ScriptedFeed(
            closedMarket: outage.closedMarket,
            frozen: try Self.time(outage.frozen)..<Self.time(outage.thaws),
            session: outage.session)
        var timeline = PipelineTimeline(at: try Self.time(outage.from), interval: .seconds(300))
        await timeline.run(until: try Self.time(outage.resolves) + .seconds(86400)) {
            .success(feed.latest(at: $0))
        }
        #expect(
            timeline.alerts == [
                "fired ExchangeRateStale at \(outage.fires)",
                "resolved ExchangeRateStale at \(outage.resolves)",
            ])
    }

    @Test(arguments: outages)
    func `restarts change nothing of it`(outage: Outage) async throws {
        let feed = ScriptedFeed(
            closedMarket: outage.closedMarket,
            frozen: try Self.time(outage.frozen)..<Self.time(outage.thaws),
            session: outage.session)
        var timeline = PipelineTimeline(at: try Self.time(outage.from), interval: .seconds(300))
        let end = try Self.time(outage.resolves) + .seconds(300)
        while timeline.now.timestamp < end {
            // Never a divisor of the interval, so that it meets all its parts.
            let next = timeline.now.timestamp + .seconds(437)
            await timeline.run(until: min(next, end)) { .success(feed.latest(at: $0)) }
            timeline.restart()
        }
        #expect(
            timeline.alerts == [
                "fired ExchangeRateStale at \(outage.fires)",
                "resolved ExchangeRateStale at \(outage.resolves)",
            ])
    }

    @Test func `data from before the opening is asked for first after it`() async throws {
        let opening = try Self.time("2026-01-11T22:00:00Z")
        let feed = ScriptedFeed(
            closedMarket: .pauses,
            frozen: opening - .seconds(2 * 86400 + 60)..<opening + .seconds(3600))
        var timeline = PipelineTimeline(at: opening + .seconds(120), interval: .seconds(300))
        await timeline.run(until: opening + .seconds(240)) { .success(feed.latest(at: $0)) }
        timeline.restart()
        await timeline.run(until: opening + .seconds(7200)) { .success(feed.latest(at: $0)) }
        #expect(
            timeline.alerts == [
                "fired ExchangeRateStale at 2026-01-11T22:20:00Z",
                "resolved ExchangeRateStale at 2026-01-11T23:02:00Z",
            ])
    }

    @Test(arguments: [7200, -7200])
    func `the wall clock may jump over a closing and an opening and back`(
        seconds: Int
    ) async throws {
        let feed = ScriptedFeed(closedMarket: .pauses)
        var timeline = PipelineTimeline(
            at: try Self.time("2026-01-09T12:00:00Z"), interval: .seconds(300))
        for (jump, back) in [
            ("2026-01-10T12:00:00Z", "2026-01-10T18:00:00Z"),
            ("2026-01-11T20:30:00Z", "2026-01-11T21:30:00Z"),
        ] {
            await timeline.run(until: try Self.time(jump)) { .success(feed.latest(at: $0)) }
            timeline.jumpWallClock(by: .seconds(seconds))
            await timeline.run(until: try Self.time(back) + .seconds(seconds)) {
                .success(feed.latest(at: $0))
            }
            timeline.jumpWallClock(by: .seconds(-seconds))
        }
        await timeline.run(until: try Self.time("2026-01-12T12:00:00Z")) {
            .success(feed.latest(at: $0))
        }
        #expect(timeline.alerts == [])
    }
}
