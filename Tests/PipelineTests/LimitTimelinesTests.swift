import APIModel
import Domain
import ExchangeRate
import Freshness
import Polling
import TestKit
import Testing

@testable import Pipeline

/// Limit answers over days: who is asked when, and what it does to alerts.
@Suite(.leisurely, .skippedUnderSanitizer)
struct LimitTimelinesTests {
    private static let day: Duration = .seconds(86_400)
    private static let limited = ExchangeRateError(
        reason: .rateLimited, status: 429, code: "rate_limited", message: "slow down")

    /// As many bases as the European Central Bank has currencies, with the euro.
    private static let currencies = [
        "AUD", "BRL", "CAD", "CHF", "CNY", "CZK", "DKK", "EUR", "GBP", "HKD", "HUF", "IDR", "ILS",
        "INR", "ISK", "JPY", "KRW", "MXN", "MYR", "NOK", "NZD", "PHP", "PLN", "RON", "SEK", "SGD",
        "THB", "TRY", "USD", "ZAR",
    ]

    private static func bases(every interval: Duration) throws -> [WatchedBase] {
        try currencies.map { text in
            WatchedBase(
                base: try #require(CurrencyCode(text)),
                symbols: [text == "EUR" ? .usd : .eur], interval: interval)
        }
    }

    private static func keyless() -> PollSettings {
        var settings = PollSettings()
        settings.requestsPerHour = 90
        return settings
    }

    /// The most requests that fall in a window of such a length.
    private static func most(_ requests: [PipelineTimeline.Request], in window: Duration) -> Int {
        var first = 0
        var most = 0
        for (index, request) in requests.enumerated() {
            while requests[first].at <= request.at - window { first += 1 }
            most = max(most, index - first + 1)
        }
        return most
    }

    /// How far apart the requests of each base are, in seconds.
    private static func gaps(_ requests: [PipelineTimeline.Request]) -> [Double] {
        Dictionary(grouping: requests, by: \.base).values.flatMap { own in
            zip(own, own.dropFirst()).map { ($1.at - $0.at).inSeconds }
        }
    }

    /// Thirty keyless bases at 5 minutes, against the limits of an address.
    private static func thirty(
        for span: Duration, perHour: Int = 100
    ) async throws -> PipelineTimeline {
        var settings = ProviderSettings()
        settings.enforcesLimits = true
        settings.anonymousPerHour = perHour
        let transport = ProviderTransport(Provider(settings: settings))
        let client = try ExchangeRateClient(
            baseURL: ProviderTransport.host, transport: transport)
        var timeline = PipelineTimeline(
            at: .example, bases: try bases(every: .seconds(300)), poll: keyless())
        await timeline.run(until: .example + span) { watched, now in
            transport.set(now)
            do throws(ExchangeRateError) {
                return .success(
                    try await client.latest(base: watched.base, symbols: watched.symbols))
            } catch {
                return .failure(error)
            }
        }
        return timeline
    }

    @Test func `thirty keyless bases go round under the limits, and nothing flaps`() async throws {
        let timeline = try await Self.thirty(for: Self.day)
        #expect(timeline.alerts == [])
        #expect(timeline.requests.allSatisfy { $0.failure == nil })
        #expect(Self.most(timeline.requests, in: .seconds(3600)) == 90)
        #expect(Self.most(timeline.requests, in: .seconds(60)) == 2)
        let gaps = Self.gaps(timeline.requests)
        #expect(gaps.allSatisfy { $0 == 1200 })
        #expect(gaps.count == 24 * 90 + 1 - 30)
        let shown = timeline.state.snapshot(now: timeline.now, storage: StorageSnapshot())
        #expect(shown.bases.allSatisfy { $0.pollInterval == .seconds(1200) })
        #expect(shown.bases.allSatisfy { $0.staleSymbolCount(at: timeline.now.instant) == 0 })
    }

    @Test func `an address that others use as well pages nobody about data, and flaps nothing`()
        async throws
    {
        let timeline = try await Self.thirty(for: .seconds(8 * 3600), perHour: 80)
        #expect(timeline.requests.contains { $0.failure == .rateLimited })
        #expect(!timeline.alerts.contains { $0.contains("Stale") }, "\(timeline.alerts)")
        #expect(timeline.alerts.count <= 1, "\(timeline.alerts)")
        let refused = timeline.requests.count { $0.failure != nil }
        #expect(refused * 10 < timeline.requests.count, "\(refused)")
    }

    @Test(arguments: [300, 3600])
    func `one limit answer among good ones pages nobody and makes nothing stale`(
        interval: Int
    ) async throws {
        var timeline = PipelineTimeline(at: .example, interval: .seconds(interval))
        var count = 0
        var seen: Set<Bool> = []
        for hour in 1...72 {
            await timeline.run(until: .example + .seconds(3600 * hour)) { now in
                count += 1
                return count == 7
                    ? .failure(Self.limited) : .success(ScriptedFeed().latest(at: now))
            }
            seen.insert(timeline.base.symbols.contains { $0.isStale(at: timeline.now.instant) })
        }
        #expect(timeline.alerts == [])
        #expect(seen == [false])
        let times = timeline.requests.map { Int(($0.at - .example).inSeconds) }
        // Twice the least interval, for the first limit answer in a row.
        #expect(times[7] == times[6] + 120)
        // Stretched once, as far as data stays fresh, and back after a round of 15 minutes.
        let stretched = times[8] - times[7]
        #expect(stretched > interval && Double(stretched) <= 0.9 * Double(interval + 900))
        #expect(times[times.count - 1] - times[times.count - 2] == interval)
    }

    @Test func `two limit answers among hundreds of good ones page nobody`() async throws {
        var timeline = PipelineTimeline(at: .example, interval: .seconds(300))
        var count = 0
        await timeline.run(until: .example + Self.day) { now in
            count += 1
            return [50, 51].contains(count)
                ? .failure(Self.limited) : .success(ScriptedFeed().latest(at: now))
        }
        #expect(timeline.alerts == [])
        #expect(timeline.polls > 250)
    }

    @Test(arguments: [300, 3600], [0, 1.0])
    func `a limit answer at every second request is one alert of limits and none of data`(
        interval: Int, jitter: Double
    ) async throws {
        // Data is almost a minute old when it comes.
        var timeline = PipelineTimeline(
            at: .example + .seconds(59), interval: .seconds(interval))
        timeline.jitter = jitter
        var count = 0
        await timeline.run(until: .example + Self.day * 2) { now in
            count += 1
            return count.isMultiple(of: 2)
                ? .failure(Self.limited) : .success(ScriptedFeed().latest(at: now))
        }
        #expect(timeline.alerts.count == 1, "\(timeline.alerts)")
        #expect(timeline.alerts.first?.hasPrefix("fired ExchangeRateLimited") == true)
        await timeline.run(until: .example + Self.day * 3) {
            .success(ScriptedFeed().latest(at: $0))
        }
        #expect(timeline.alerts.count == 2, "\(timeline.alerts)")
        #expect(timeline.alerts.last?.hasPrefix("resolved ExchangeRateLimited") == true)
    }

    @Test func `a spent quota is tried every max_backoff until the 1st, then polls go on`()
        async throws
    {
        let first = try #require(Timestamp(iso8601: "2026-07-01T00:00:00Z"))
        var timeline = PipelineTimeline(at: .example, interval: .seconds(300))
        await timeline.run(until: first + .seconds(7200)) { now in
            guard now >= first else {
                return .failure(
                    ExchangeRateError(
                        reason: .quotaExceeded, status: 403, code: "quota_exceeded", message: "no"))
            }
            return .success(ScriptedFeed().latest(at: now))
        }
        let times = timeline.requests.map(\.at)
        let tries = times.filter { $0 < first }
        #expect(zip(tries, tries.dropFirst()).allSatisfy { $1 - $0 == .seconds(6 * 3600) })
        #expect(tries.count == 58)
        #expect(times.contains(first))
        // Back at the configured interval at once.
        let after = times.filter { $0 >= first }
        #expect(zip(after, after.dropFirst()).allSatisfy { $1 - $0 == .seconds(300) })
        #expect(timeline.alerts.count { $0.hasPrefix("fired ExchangeRateLimited") } == 1)
        #expect(timeline.alerts.count { $0.hasPrefix("resolved ExchangeRateLimited") } == 1)
    }

    @Test
    func `access that needs a key overnight is asked for once each max_backoff, and two alerts`()
        async throws
    {
        let night = Timestamp.example + Self.day
        let morning = night + Self.day
        var timeline = PipelineTimeline(at: .example, interval: .seconds(300))
        await timeline.run(until: morning + Self.day) { now in
            guard night..<morning ~= now else { return .success(ScriptedFeed().latest(at: now)) }
            return .failure(
                ExchangeRateError(
                    reason: .unauthorized, status: 401, code: "invalid_api_key", message: "no"))
        }
        let refused = timeline.requests.filter { $0.failure == .unauthorized }.map(\.at)
        #expect(refused.count == 6)
        #expect(
            zip(refused.dropFirst(2), refused.dropFirst(3)).allSatisfy {
                $1 - $0 == .seconds(21_600)
            })
        #expect(
            timeline.alerts.map { $0.prefix { $0 != "2" } } == [
                "fired ExchangeRateKeyRejected at ", "fired ExchangeRateStale at ",
                "resolved ExchangeRateStale at ", "resolved ExchangeRateKeyRejected at ",
            ])
        // By itself: the next try after the morning is good.
        #expect(timeline.base.lastResult == .good)
    }

    @Test(arguments: [FailureReason.dns, .connect, .timeout, .server])
    func `a start with everything down recovers alone`(reason: FailureReason) async throws {
        let up = Timestamp.example + .seconds(6 * 3600)
        var timeline = PipelineTimeline(at: .example, interval: .seconds(300))
        await timeline.run(until: up + .seconds(3600)) { now in
            now < up
                ? .failure(ExchangeRateError(reason: reason, message: "down"))
                : .success(ScriptedFeed().latest(at: now))
        }
        #expect(
            timeline.alerts.map { $0.prefix { $0 != "2" } } == [
                "fired ExchangeRateStale at ", "resolved ExchangeRateStale at ",
            ])
        let gaps = Self.gaps(timeline.requests)
        #expect(gaps.allSatisfy { 60...300 ~= $0 })
        #expect(timeline.base.lastResult == .good)
    }

    @Test func `the alert of limits tells how long the data stays fresh`() async throws {
        var timeline = PipelineTimeline(at: .example, interval: .seconds(300))
        var count = 0
        await timeline.run(until: .example + .seconds(7200)) { now in
            count += 1
            return count.isMultiple(of: 2)
                ? .failure(Self.limited) : .success(ScriptedFeed().latest(at: now))
        }
        let shown = timeline.state.snapshot(now: timeline.now, storage: StorageSnapshot())
        let alert = try #require(shown.alerts.first { $0.key.name == .limited }?.state)
        let description = try #require(alert.annotations["description"])
        let due = try #require(timeline.base.symbols.first?.dueAt)
        #expect(
            description.contains("The data at hand stays fresh until \(due.iso8601)."),
            "\(description)")
        await timeline.run(until: .example + .seconds(4 * 3600)) { _ in .failure(Self.limited) }
        let later = timeline.state.snapshot(now: timeline.now, storage: StorageSnapshot())
            .alerts.first { $0.key.name == .limited }?.state?.annotations["description"]
        #expect(later?.contains("None of the data at hand is fresh.") == true)
    }

    @Test func `the count of a month survives restarts and a clock that jumps over its end`()
        async throws
    {
        let end = try #require(Timestamp(iso8601: "2026-07-01T00:00:00Z"))
        var timeline = PipelineTimeline(at: end - .seconds(7200), interval: .seconds(300))
        func count(_ timeline: PipelineTimeline) -> Int {
            timeline.state.snapshot(now: timeline.now, storage: StorageSnapshot())
                .account.monthRequests
        }
        let feed: PipelineTimeline.Feed = { .success(ScriptedFeed().latest(at: $0)) }
        await timeline.run(until: end - .seconds(5400), feed: feed)
        #expect(count(timeline) == timeline.polls)
        timeline.jumpWallClock(by: .seconds(86_400))
        #expect(count(timeline) == 0)
        await timeline.run(until: end + .seconds(86_400 - 5400 + 1200), feed: feed)
        let astray = count(timeline)
        #expect(astray > 0)
        timeline.restart(after: .seconds(5))
        timeline.jumpWallClock(by: .seconds(-86_400))
        #expect(count(timeline) == timeline.polls - astray)
        await timeline.run(until: end - .seconds(1), feed: feed)
        let june = timeline.polls
        #expect(count(timeline) == june - astray)
        await timeline.run(until: end + .seconds(1200), feed: feed)
        #expect(count(timeline) == timeline.polls - june + astray)
    }
}
