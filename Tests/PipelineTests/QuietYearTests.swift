import APIModel
import Domain
import ExchangeRate
import Freshness
import TestKit
import Testing

@testable import Pipeline

@Suite(.leisurely, .skippedUnderSanitizer)
struct QuietYearTests {
    private static func time(_ text: String) throws -> Timestamp {
        try #require(Timestamp(iso8601: text))
    }

    @Test(arguments: ProviderSettings.DailyStamp.allCases)
    func `the fixes of the ECB, asked for every hour of 22 months, page nobody`(
        stamp: ProviderSettings.DailyStamp
    ) async throws {
        var settings = ProviderSettings()
        settings.feed = .daily
        settings.dailyStamp = stamp
        // A provider that takes its time, but comes before the grace ends.
        settings.publicationDelay = stamp == .midnight ? .seconds(17 * 3600) : .zero
        let transport = ProviderTransport(Provider(settings: settings))
        let client = try ExchangeRateClient(
            baseURL: ProviderTransport.host, transport: transport)
        var timeline = PipelineTimeline(
            at: try Self.time("2025-01-03T12:30:00Z"), symbols: [.eur],
            interval: .seconds(3600))
        await timeline.run(until: try Self.time("2026-10-31T00:00:00Z")) { now in
            transport.set(now)
            do throws(ExchangeRateError) {
                return .success(try await client.latest(base: .usd, symbols: [.eur]))
            } catch {
                return .failure(error)
            }
        }
        #expect(timeline.alerts == [])
        #expect(timeline.polls > 15_900)
        #expect(timeline.base.lastResult == .good)
    }

    @Test(arguments: 1...22)
    func `each fix that is left out is one page on time, which the next one ends`(
        month: Int
    ) async throws {
        let number = (year: 2025 + (month - 1) / 12, month: (month - 1) % 12 + 1)
        for dayOfMonth in 1...CivilDate.numberOfDays(year: number.year, month: number.month) {
            let day = try #require(
                CivilDate(year: number.year, month: number.month, day: dayOfMonth))
            guard TargetCalendar.isOpen(on: day) else { continue }
            let missed = TargetCalendar.publication(on: day)
            let next = TargetCalendar.publication(on: TargetCalendar.day(after: day))
            var timeline = PipelineTimeline(at: missed - .seconds(3600), interval: .seconds(3600))
            await timeline.run(until: next + .seconds(2 * 3600)) {
                .success(.fix(at: $0, without: day))
            }
            let fires = missed + .seconds(19 * 3600)
            #expect(
                timeline.alerts == [
                    "fired ExchangeRateStale at \(fires.iso8601)",
                    "resolved ExchangeRateStale at \(next.iso8601)",
                ], "\(day)")
        }
    }

    @Test func `fixes from before Easter are fresh on Monday and stale on Wednesday`() async throws
    {
        let thursday = try #require(CivilDate(iso8601: "2026-04-02"))
        let frozen = TargetCalendar.publication(on: thursday) + .seconds(60)
        var timeline = PipelineTimeline(at: frozen, interval: .seconds(3600))
        await timeline.run(until: try Self.time("2026-04-06T23:00:00Z")) { _ in
            .success(.fix(at: frozen))
        }
        #expect(!timeline.base.isStale(at: timeline.now.instant))
        #expect(timeline.alerts == [])
        await timeline.run(until: try Self.time("2026-04-09T23:00:00Z")) { _ in
            .success(.fix(at: frozen))
        }
        #expect(timeline.alerts == ["fired ExchangeRateStale at 2026-04-08T09:00:00Z"])
    }
}
