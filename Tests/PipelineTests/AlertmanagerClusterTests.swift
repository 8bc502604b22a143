import Alerting
import Delivery
import Domain
import ExchangeRate
import Freshness
import HTTP
import Polling
import TestKit
import Testing

@testable import Pipeline

struct AlertmanagerClusterTests {
    private static let hours = 2
    /// Alerts that fire all the time, so that a list of all takes two requests.
    private static let steadyBases = codes(prefix: "A", count: 98)
    /// Alerts that come again so many seconds after each end, while that is still told.
    ///
    /// Most of the time the end of the first is in front of all alerts that fire, so that the end
    /// of the second would be the last of the first request, and its new start in the next.
    private static let returningBases = [code("BAA"): 250, code("BAB"): 30]
    /// Alerts that end after an hour.
    private static let endingBases = codes(prefix: "C", count: 12)

    private static func code(_ text: String) -> CurrencyCode {
        guard let code = CurrencyCode(text) else { preconditionFailure("no code: \(text)") }
        return code
    }

    private static func codes(prefix: String, count: Int) -> [CurrencyCode] {
        let letters = (0..<26).map { String(UnicodeScalar(UInt8(65 + $0))) }
        let pairs = letters.flatMap { first in letters.map { prefix + first + $0 } }
        return pairs.prefix(count).map { code($0) }
    }

    private static let bases =
        (steadyBases + endingBases).map {
            WatchedBase(base: $0, symbols: [.eur], interval: .seconds(3600))
        }
        + returningBases.keys.sorted().map {
            WatchedBase(base: $0, symbols: [.eur], interval: .seconds(300))
        }

    private static func answer(
        base: CurrencyCode, age: Int
    ) -> Result<Latest, ExchangeRateError> {
        if let pause = returningBases[base] {
            // 15 min of `live` and 5 min of interval: stale again after the pause.
            return .success(.example(base: base, ["EUR": "0.92"], at: age - 1200 + pause))
        }
        let isFresh = endingBases.contains(base) && age >= 3600
        return .success(.example(base: base, ["EUR": "0.92"], at: isFresh ? age : -86400))
    }

    private static func alerting() throws -> AlertingSettings {
        var alerting = AlertingSettings.example()
        let urls = try AlertmanagerCluster.Member.allCases.map { try ReceiverURL($0.url) }
        alerting.receivers = [
            ReceiverSettings(
                name: "cluster", type: .alertmanager, url: urls[0], otherURLs: [urls[1]])
        ]
        return alerting
    }

    @Test func `over hours, one that refuses most shows nothing as ended that fires`()
        async throws
    {
        let clock = ManualClock(.example)
        let cluster = AlertmanagerCluster(clock: clock, seed: 65)
        var poll = PollSettings()
        poll.requestsPerMinute = 0
        let bench = EngineBench(
            bases: Self.bases, clock: clock, poll: poll, alerting: try Self.alerting(),
            carrier: cluster, answer: Self.answer)
        bench.start()
        var watch = AlertmanagerWatch(cluster: cluster)
        while bench.elapsed < Self.hours * 3600 {
            try #require(await bench.waitForTelling())
            guard let wake = clock.nextWake else { continue }
            watch.look(at: bench.board.snapshot, from: clock.now, until: wake)
            try #require(watch.faults.count < 20, "\(watch.faults)")
            clock.advance(by: max(.zero, clock.now.instant.duration(to: wake)))
        }
        await bench.stop()
        #expect(watch.faults.isEmpty)
        #expect(watch.episodes >= Self.bases.count + Self.hours * 20)
        let flaky = cluster.story(of: .flaky)
        #expect(flaky.refusals > flaky.requests / 3)
        // Each minute, and with what changed in between; what changes at one moment is told at once.
        #expect(cluster.story(of: .steady).requests > Self.hours * 90)
    }
}

extension EngineBench {
    /// Waits until polls, writes and tellings are over.
    fileprivate func waitForTelling() async -> Bool {
        // What one task hands to another is under way in none of them for a moment.
        var calmLooks = 0
        return await eventually(every: .milliseconds(1)) {
            calmLooks = isTellingDone ? calmLooks + 1 : 0
            return calmLooks == 3
        }
    }

    /// Whether all sleep: the engine and two workers, which have something to tell all the time.
    private var isTellingDone: Bool {
        guard clock.sleeperCount >= 3 else { return false }
        return board.snapshot.bases.allSatisfy { $0.nextPollAt ?? .example > clock.now.timestamp }
    }
}
