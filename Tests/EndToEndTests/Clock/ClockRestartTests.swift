import Foundation
import HTTP
import TestKit
import Testing

/// What was stored by one clock is read by another: nothing is asked early, and no wait is endless.
@Suite(.fewAtATime)
struct ClockRestartTests {
    private static let day = Duration.seconds(86_400)

    private let clock: MovedClock
    private let api: StandInProcess

    init() async throws {
        clock = try await MovedClock()
        api = try await StandInProcess()
    }

    @Test(arguments: [ClockJump.twoHoursBack, .dayBack, .decadeBack, .epoch, .before2000])
    func `a clock that was set back between two runs lets neither poll early, nor wait longer`(
        jump: ClockJump
    ) async throws {
        let configuration = ExporterConfiguration(api: api.url, interval: "1h")
        let first = try await start(configuration)
        _ = try await first.metrics("a good poll") { $0.goodPolls() == 1 }
        await first.stop()
        try jump.apply(to: clock)
        let second = try await start(configuration, in: first.folder)
        try await expectHourlyWait(second)
        // And right again, while it runs and after.
        try clock.set(ahead: .zero)
        try await expectHourlyWait(second)
        await second.stop()
        let third = try await start(configuration, in: first.folder)
        try await expectHourlyWait(third)
        #expect(try await third.metrics().value("exchangerate_month_requests") == 1)
    }

    @Test(arguments: [ClockJump.twoHoursAhead, .dayAhead, .decadeAhead, .after2038])
    func `an attempt that a clock ahead has stored holds no poll back longer than its interval`(
        jump: ClockJump
    ) async throws {
        let configuration = ExporterConfiguration(api: api.url, interval: "1h")
        try jump.apply(to: clock)
        let first = try await start(configuration)
        _ = try await first.metrics("a poll") { $0.goodPolls() == 1 }
        await first.stop()
        try clock.set(ahead: .zero)
        let second = try await start(configuration, in: first.folder)
        try await expectHourlyWait(second)
        let page = try await second.metrics()
        let ages = page.series("exchangerate_data_age_seconds").values
        #expect(ages.allSatisfy { 0...300 ~= $0 }, "\(ages)")
        #expect(try await second.get("/-/ready").status == 200)
    }

    /// A reload makes each run store what it knows, by its own clock.
    @Test(arguments: [ClockJump.dayBack, .decadeBack, .epoch], [false, true])
    func `a pause after a limit answer is kept, and has its bound`(
        jump: ClockJump, reloads: Bool
    ) async throws {
        try await api.add(fault: "limit&retry_after=1800")
        let configuration = ExporterConfiguration(
            api: api.url, interval: "1h", pollKeys: ["max_backoff: 1h"])
        let first = try await start(configuration)
        _ = try await first.metrics("the pause") { $0.failedPolls(because: "rate_limited") == 1 }
        await first.stop()
        try jump.apply(to: clock)
        let second = try await start(configuration, in: first.folder)
        if reloads { try await second.settle() }
        try await expectPause(second, of: 1700...3600)
        try clock.set(ahead: .zero)
        if reloads { try await second.settle() }
        try await expectPause(second, of: 1700...3600)
        await second.stop()
        let third = try await start(configuration, in: first.folder)
        try await expectPause(third, of: 1700...3600)
        #expect(try await api.requests().count == 1)
    }

    @Test(arguments: [ClockJump.dayBack, .dayAhead, .epoch])
    func `an alert that was told stays told, and ends with the start that it had`(
        jump: ClockJump
    ) async throws {
        try await api.add(fault: "unauthorized")
        var configuration = ExporterConfiguration.paging(
            api, to: ReceiverConfiguration(url: api.sink))
        configuration.alerts += ["repeat_interval: 3d"]
        configuration.receivers[0].keys = ["alerts: [key_rejected]"]
        let first = try await start(configuration)
        let firing = try await api.pages(1)[0]
        try await api.waitForPolls()
        await first.kill()
        try jump.apply(to: clock)
        let second = try await start(configuration, in: first.folder)
        try await api.waitForPolls()
        #expect(try await api.pages().count == 1)
        try api.clear()
        let resolved = try await api.pages(2)[1]
        let (start, end) = try (firing.message.onlyAlert(), resolved.message.onlyAlert())
        #expect(end.startsAt == start.startsAt)
        #expect(end.endsAt >= end.startsAt)
        try await api.waitForPolls()
        #expect(try await api.pages().count == 2)
        await second.stop()
    }

    private func start(
        _ configuration: ExporterConfiguration, in folder: TemporaryFolder? = nil
    ) async throws -> ExporterProcess {
        try await ExporterProcess(configuration, in: folder, environment: clock.environment)
    }

    /// The one request that was made is the last for an hour.
    private func expectHourlyWait(
        _ exporter: ExporterProcess, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let page = try await exporter.settle(sourceLocation: sourceLocation)
        let next = try #require(
            page.value("exchangerate_next_poll_timestamp_seconds", ["base": "USD"]),
            sourceLocation: sourceLocation)
        #expect(
            3400...3601 ~= next - clock.now.timeIntervalSince1970, sourceLocation: sourceLocation)
        #expect(try await api.requests().count == 1, sourceLocation: sourceLocation)
    }

    private func expectPause(
        _ exporter: ExporterProcess, of range: ClosedRange<Double>,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        // Real time on purpose: nothing else may make it store.
        try await Task.sleep(for: .seconds(1))
        let until = try #require(
            try await exporter.metrics().value("exchangerate_backoff_until_timestamp_seconds"),
            sourceLocation: sourceLocation)
        #expect(
            range ~= until - clock.now.timeIntervalSince1970, sourceLocation: sourceLocation)
    }
}
