import Domain
import ExchangeRate
import Freshness
import Polling
import TestKit
import Testing

/// Whatever answers come: no request is closer to another than the settings and the API allow.
struct RequestSpacingPropertyTests {
    /// The settings and bases of one run.
    private struct Setup {
        let settings: PollSettings
        let bases: [WatchedBase]
        /// How far requests are apart, by the pace.
        let spacing: Double
    }

    private static let codes = ["AUD", "CAD", "EUR", "GBP", "JPY", "NOK", "USD"]

    private static func setup(using generator: inout SeededGenerator) -> Setup {
        var settings = PollSettings()
        settings.minInterval = .seconds([1, 10, 60].randomElement(using: &generator) ?? 60)
        settings.maxBackoff = .seconds([300, 3600, 21_600].randomElement(using: &generator) ?? 300)
        settings.requestsPerMinute = [0, 6, 10].randomElement(using: &generator) ?? 0
        settings.requestsPerHour = [0, 90].randomElement(using: &generator) ?? 0
        let bases = codes.prefix(Int.random(in: 1...codes.count, using: &generator)).compactMap {
            CurrencyCode($0)
        }.map { base in
            WatchedBase(
                base: base, symbols: [],
                interval: .seconds([60, 90, 300, 3600].randomElement(using: &generator) ?? 60))
        }
        let byMinute = settings.requestsPerMinute > 0 ? 60 / settings.requestsPerMinute : 0
        let byHour = settings.requestsPerHour > 0 ? 3600 / settings.requestsPerHour : 0
        return Setup(settings: settings, bases: bases, spacing: Double(max(byMinute, byHour)))
    }

    private static let results: [PollResult] = [
        .good, .good, .good, .failed(.rateLimited), .failed(.rateLimited), .failed(.server),
        .failed(.timeout), .failed(.unauthorized), .failed(.forbidden), .failed(.quotaExceeded),
        .failed(.decode),
    ]

    @Test(arguments: 1...40 as ClosedRange<UInt64>)
    func `no two requests are closer than allowed`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let setup = Self.setup(using: &generator)
        var timeline = Timeline(schedule(setup.bases, setup.settings))
        timeline.jitter = Double.random(in: 0...1, using: &generator)
        // Limit answers: when each came, and until when nothing may be asked.
        var pauses: [(from: Double, to: Double)] = []
        let least = setup.settings.minInterval.inSeconds
        let most = setup.settings.maxBackoff.inSeconds
        for _ in 0..<8 {
            timeline.run(for: .seconds(7200)) { _, _, at in
                let retryAfter: Duration? =
                    Bool.random(using: &generator)
                    ? .seconds(Int.random(in: -5...1200, using: &generator)) : nil
                let result = Self.results.randomElement(using: &generator) ?? .good
                let latency = Double(Int.random(in: 0...9000, using: &generator)) / 1000
                if case .failed(let reason) = result, reason.isLimit {
                    let asked = reason == .quotaExceeded ? most : retryAfter?.inSeconds ?? 0
                    pauses.append((at + latency, at + latency + min(max(asked, 2 * least), most)))
                }
                return Timeline.Answer(
                    result: result, retryAfter: retryAfter, latency: .seconds(latency),
                    isPlanRefusal: Bool.random(using: &generator))
            }
            if Bool.random(using: &generator) {
                // What was under way is given up, so its answer never came.
                let now = timeline.elapsed.inSeconds
                pauses.removeAll { $0.from > now }
                timeline.restart(
                    after: .seconds(Int.random(in: 0...100, using: &generator)),
                    bases: setup.bases, settings: setup.settings)
            }
        }
        let times = timeline.times
        #expect(times.count > 2)
        #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= setup.spacing - 0.001 })
        for base in setup.bases {
            let own = timeline.requests.filter { $0.base == base.base.text }.map(\.at)
            #expect(zip(own, own.dropFirst()).allSatisfy { $1 - $0 >= least - 0.001 })
        }
        // A clock of nanoseconds, and the seconds of a Double.
        let early = pauses.flatMap { pause in
            times.filter { $0 > pause.from + 0.001 && $0 < pause.to - 0.001 }
        }
        #expect(early == [], "of \(pauses.count) pauses")
    }
}
