import Foundation
import HTTP
import TestKit
import Testing

/// A wall clock that jumps ages nothing, tells nobody and moves no wait.
///
/// Each test takes one daemon through all jumps, one from where the other has left the clock.
@Suite(.fewAtATime)
struct WallClockTests {
    private let clock: MovedClock
    private let api: StandInProcess

    init() async throws {
        clock = try await MovedClock()
        api = try await StandInProcess()
    }

    @Test func `while nothing is wrong, nobody is told, and polls keep their pace`() async throws {
        // The data stands still, so that none is judged by the clock that is wrong.
        try await api.add(fault: "frozen")
        var witness = try await startWithData()
        for jump in ClockJump.allCases {
            try jump.apply(to: clock)
            try await api.waitForPolls()
            let page = try await witness.look()
            #expect(page.series("exchangerate_alert_state").values.allSatisfy { $0 == 0 })
            #expect(page.value("exchangerate_data_stale", ["base": "USD"]) == 0)
            try expectPresentTimes(in: page)
            let side = clock.ahead > .zero ? "ahead of" : "behind"
            let status = try await witness.exporter.get("/").text
            #expect(status.contains("\(side) the API's: set the clock"), "\(jump)")
        }
        try clock.set(ahead: .zero)
        try await api.waitForPolls()
        #expect(try await !witness.exporter.get("/").text.contains("set the clock"))
        #expect(try await api.pages().isEmpty)
        try await expectPace()
        #expect(!witness.exporter.log.contains("level=error"))
    }

    @Test(arguments: [try DrawnSeed("CLOCK_SEED")])
    func `a clock that stutters tells nobody, and polls keep their pace`(
        seed: DrawnSeed
    ) async throws {
        print("clock test: \(seed)")
        var random = seed.generator
        try await api.add(fault: "frozen")
        var witness = try await startWithData()
        try await api.waitForPolls()
        for _ in 0..<60 {
            // From steps that nobody sees to hours.
            let reach = pow(10, Double.random(in: -3...4, using: &random))
            let step = Duration.seconds(Double.random(in: -reach...reach, using: &random))
            try clock.set(ahead: clock.ahead + step)
            _ = try await witness.look()
            try await Task.sleep(for: .milliseconds(100))
        }
        let page = try await witness.look()
        #expect(page.series("exchangerate_alert_state").values.allSatisfy { $0 == 0 })
        #expect(try await api.pages().isEmpty)
        try await expectPace()
    }

    @Test func `an alert that fires is told once, and its end with the start that it had`()
        async throws
    {
        try await api.add(fault: "unauthorized")
        var configuration = ExporterConfiguration.paging(
            api, to: ReceiverConfiguration(url: api.sink))
        configuration.receivers[0].keys = ["alerts: [key_rejected]"]
        var witness = try await start(configuration)
        let firing = try await api.pages(1)[0]
        for jump in ClockJump.allCases {
            try jump.apply(to: clock)
            try await api.waitForPolls()
            #expect(try await witness.look().fires("ExchangeRateKeyRejected", base: ""), "\(jump)")
        }
        #expect(try await api.pages().count == 1)
        // It ends by a clock that shows a time before its start.
        try clock.set(ahead: .seconds(-7200))
        try api.clear()
        let resolved = try await api.pages(2)[1]
        #expect(resolved.gist == "resolved: all alerts resolved")
        let (start, end) = try (firing.message.onlyAlert(), resolved.message.onlyAlert())
        #expect(end.startsAt == start.startsAt)
        #expect(end.endsAt >= end.startsAt)
        try await api.waitForPolls()
        #expect(try await api.pages().count == 2)
    }

    @Test func `a pause after a limit answer ends when it would have ended`() async throws {
        try await api.add(fault: "frozen")
        try await api.add(fault: "limit&retry_after=10&count=1")
        var configuration = ExporterConfiguration.paging(api)
        // It bounds every backoff.
        configuration.pollKeys = ["max_interval: 1h"]
        var witness = try await start(configuration)
        _ = try await witness.exporter.metrics("the pause") {
            $0.failedPolls(because: "rate_limited") == 1
        }
        let end = ContinuousClock.now + .seconds(8)
        for jump in ClockJump.allCases {
            try jump.apply(to: clock)
            let page = try await witness.look()
            let status = try await witness.exporter.get("/").text
            // Beyond it the pause may have ended as it should.
            guard ContinuousClock.now < end else { break }
            let until = try #require(
                page.value("exchangerate_backoff_until_timestamp_seconds"))
            #expect(0...12 ~= until - clock.now.timeIntervalSince1970, "\(jump)")
            #expect(status.contains("paused"), "\(jump)")
            try await Task.sleep(for: .milliseconds(300))
        }
        try await api.waitForPolls(1)
        let requests = try await api.requests()
        #expect(10_000...40_000 ~= requests[1].time - requests[0].time)
        _ = try await witness.exporter.metrics("polls go on") { $0.goodPolls() > 0 }
        #expect(
            try await witness.look().value("exchangerate_backoff_until_timestamp_seconds") == 0)
    }

    @Test func `a notification that waits is neither dropped nor sent more often`() async throws {
        try await api.add(fault: "unauthorized")
        let receiver = try ReceiverServer(.answers(503))
        var configuration = ExporterConfiguration.paging(
            api, to: ReceiverConfiguration(url: receiver.url))
        configuration.receivers[0].keys = ["alerts: [key_rejected]"]
        var witness = try await start(configuration)
        _ = try await receiver.pages(1)
        for jump in ClockJump.allCases {
            try jump.apply(to: clock)
            let page = try await witness.look()
            #expect(page.queueLength() == 1)
            let age = page.value(
                "exchangerate_notification_oldest_seconds", ["receiver": "oncall"])
            #expect(0...Double(30 * Sanitizer.slowness) ~= age ?? -1, "\(jump)")
            try await Task.sleep(for: .milliseconds(500))
        }
        let tries = try receiver.pages()
        // One follows 1 s after the first, then 5 s and 15 s, each up to a fifth sooner.
        let gaps = zip(tries, tries.dropFirst()).map { $1.at.timeIntervalSince($0.at) }
        #expect(zip(gaps, [0.7, 3.9, 11.9, 47]).allSatisfy { $0 > $1 }, "\(gaps)")
        #expect(Set(tries.map(\.id)).count == 1)
        receiver.behave(.takes)
        let taken = try await receiver.taken(1)
        #expect(taken.map(\.id) == [tries[0].id])
        let page = try await witness.look()
        #expect(
            page.value("exchangerate_notifications_dropped_total", ["receiver": "oncall"]) == 0)
    }

    @Test func `an answer that was asked for before a jump takes no longer for it`() async throws {
        try await api.add(fault: "frozen")
        try await api.add(fault: "slow&delay=700ms")
        var witness = try await startWithData()
        for jump in ClockJump.allCases {
            try await api.waitForPolls(1)
            try jump.apply(to: clock)
            _ = try await witness.look()
        }
        try await api.waitForPolls()
        let page = try await witness.look()
        #expect(page.failedPolls() == 0)
        let sum = page.value("exchangerate_poll_duration_seconds_sum", ["base": "USD"]) ?? -1
        #expect(0.7 * page.goodPolls()...5 * page.goodPolls() ~= sum)
        #expect(try await api.pages().isEmpty)
    }

    @Test(arguments: [ClockJump.dayAhead, .dayBack, .epoch])
    func `a group waits as long as it would have waited`(jump: ClockJump) async throws {
        try await api.add(fault: "unauthorized")
        let receiver = try ReceiverServer()
        var configuration = ExporterConfiguration.paging(
            api, to: ReceiverConfiguration(url: receiver.url))
        configuration.alerts.removeAll { $0.hasPrefix("group_wait") }
        configuration.alerts += ["group_wait: 3s"]
        let begin = ContinuousClock.now
        var witness = try await start(configuration)
        _ = try await witness.exporter.metrics("the alert") {
            $0.fires("ExchangeRateKeyRejected", base: "")
        }
        try jump.apply(to: clock)
        _ = try await receiver.taken(1)
        // It fired after the start.
        #expect(ContinuousClock.now - begin > .seconds(3))
        _ = try await witness.look()
    }

    @Test(arguments: [(jump: ClockJump.twoHoursAhead, side: "ahead of"), (.dayBack, "behind")])
    func `new data by a clock that is wrong is told with the cause, and ends with it`(
        jump: ClockJump, side: String
    ) async throws {
        var configuration = ExporterConfiguration.paging(
            api, to: ReceiverConfiguration(url: api.sink))
        // Data that is ahead is refused, and what is known becomes old; else new data seems old.
        let limit = jump == .twoHoursAhead ? "30m" : "15s"
        configuration.freshness = ["live: \(limit)", "live_closed: \(limit)"]
        // Stamps are those of the minute: of data that is a little ahead the age is 0.
        try await api.setClock(ahead: "1m")
        var witness = try await start(configuration)
        _ = try await witness.exporter.metrics("fresh data") { $0.goodPolls() > 0 }
        try jump.apply(to: clock)
        // So much ahead is no difference of clocks.
        try await api.setClock(ahead: "2m")
        let page = try await api.pages(1)[0].message.onlyAlert()
        #expect(page.name == "ExchangeRateStale")
        #expect(page.annotations["summary"]?.contains("local clock") == true)
        _ = try await witness.look(isDataNew: true)
        try clock.set(ahead: .zero)
        try await api.setClock(ahead: "4m")
        let resolved = try await api.pages(2)[1].message.onlyAlert()
        #expect(resolved.startsAt == page.startsAt)
        _ = try await witness.look(isDataNew: true)
    }

    /// Starts one that knows data, by a clock that is right.
    private func startWithData() async throws -> ClockWitness {
        let witness = try await start(.paging(api, to: ReceiverConfiguration(url: api.sink)))
        _ = try await witness.exporter.metrics("a good poll") { $0.goodPolls() > 0 }
        return witness
    }

    private func start(_ configuration: ExporterConfiguration) async throws -> ClockWitness {
        ClockWitness(
            try await ExporterProcess(configuration, environment: clock.environment), clock: clock)
    }

    /// What is to come is told by the clock as it is now, whatever it was when that was decided.
    private func expectPresentTimes(in page: MetricsText) throws {
        let next = try #require(
            page.value("exchangerate_next_poll_timestamp_seconds", ["base": "USD"]))
        #expect(-30...2 ~= next - clock.now.timeIntervalSince1970)
    }

    /// Requests of a daemon that asks each second: none early, and none late in the long run.
    private func expectPace() async throws {
        let times = try await api.requests().map(\.time)
        let gaps = zip(times, times.dropFirst()).map { $1 - $0 }.sorted()
        // An attempt counts from before it is stored.
        #expect(try #require(gaps.first) >= 700, "\(gaps)")
        #expect(gaps[gaps.count / 2] < 3000, "\(gaps)")
    }
}
