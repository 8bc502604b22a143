import Foundation
import HTTP
import TestKit
import Testing

/// A machine that sleeps: what counts goes on counting, and what was due meanwhile happens once.
@Suite(.fewAtATime)
struct SuspendTests {
    private static let minute = Duration.seconds(60)
    private static let hour = Duration.seconds(3600)

    private let clock: MovedClock
    private let api: StandInProcess

    init() async throws {
        clock = try await MovedClock()
        api = try await StandInProcess()
    }

    @Test(arguments: [minute * 10, hour * 8, hour * 72])
    func `an overdue poll is made soon and once, and none that is not due`(
        sleep: Duration
    ) async throws {
        let isDue = sleep > Self.hour
        var witness = try await start(hourly())
        let before = try await witness.exporter.metrics("a good poll") { $0.goodPolls() == 1 }
        try await suspend(for: sleep)
        if !isDue {
            let page = try await witness.look()
            let age = try #require(Self.age(of: page)) - (Self.age(of: before) ?? 0)
            #expect(600...630 ~= age)
        } else {
            _ = try await witness.exporter.metrics("an overdue poll") { $0.goodPolls() == 2 }
        }
        try await witness.exporter.settle()
        #expect(try await api.requests().count == (isDue ? 2 : 1))
        let page = try await witness.look(isDataNew: true)
        let next =
            try #require(page.value("exchangerate_next_poll_timestamp_seconds", ["base": "USD"]))
            - clock.now.timeIntervalSince1970
        #expect(isDue ? 3500...3600 ~= next : 2900...3000 ~= next)
        let clocks = ["the local clock differs", "set the clock"]
        let status = try await witness.exporter.get("/").text
        #expect(!clocks.contains { witness.exporter.log.contains($0) || status.contains($0) })
    }

    @Test func `data that became stale in the sleep is told, once`() async throws {
        var configuration = hourly()
        configuration.alerts = ["stale: {keep_firing_for: 0s}", "group_wait: 0s"]
        try await api.add(fault: "frozen")
        var witness = try await start(configuration)
        _ = try await witness.exporter.metrics("a good poll") { $0.goodPolls() == 1 }
        try await suspend(for: Self.hour * 8)
        let page = try await api.pages(1)[0].message.onlyAlert()
        #expect(page.name == "ExchangeRateStale")
        // Its start is when it was found, after the sleep.
        let start = try Date(page.startsAt, strategy: Date.ISO8601FormatStyle.withFraction)
        #expect(abs(start.timeIntervalSince(clock.now)) < 60)
        _ = try await witness.exporter.metrics("an overdue poll") { $0.goodPolls() == 2 }
        let metrics = try await witness.look()
        #expect(metrics.fires("ExchangeRateStale"))
        #expect(8 * 3600...8 * 3600 + 120 ~= Self.age(of: metrics) ?? 0)
        try await witness.exporter.settle()
        #expect(try await api.pages().count == 1)
    }

    @Test func `data that the first poll after a sleep brings up to date pages nobody`()
        async throws
    {
        var configuration = hourly()
        configuration.alerts = ["group_wait: 0s"]
        var witness = try await start(configuration)
        _ = try await witness.exporter.metrics("a good poll") { $0.goodPolls() == 1 }
        try await suspend(for: Self.hour * 8)
        _ = try await witness.exporter.metrics("an overdue poll") { $0.goodPolls() == 2 }
        let metrics = try await witness.look(isDataNew: true)
        #expect(!metrics.fires("ExchangeRateStale"))
        try await witness.exporter.settle()
        #expect(try await api.pages().isEmpty)
    }

    @Test func `a request that a sleep breaks off is no evidence of old data`() async throws {
        var configuration = hourly()
        configuration.apiKeys = ["timeout: 2s"]
        configuration.alerts = ["group_wait: 0s"]
        configuration.interval = "1s"
        configuration.pollKeys = ["max_interval: 1s"]
        var witness = try await start(configuration)
        _ = try await witness.exporter.metrics("a good poll") { $0.goodPolls() > 0 }
        try await api.add(fault: "hang&count=1")
        let isHanging = try await eventually(every: .milliseconds(20)) {
            try await api.requests().contains { $0.faults.contains("hang") }
        }
        #expect(isHanging)
        try await suspend(for: Self.hour * 8)
        _ = try await witness.exporter.metrics("the failure") { $0.failedPolls() == 1 }
        let good = try await witness.exporter.metrics().goodPolls()
        _ = try await witness.exporter.metrics("a good poll") { $0.goodPolls() > good }
        _ = try await witness.look(isDataNew: true)
        try await api.waitForPolls()
        #expect(try await api.pages().isEmpty)
    }

    @Test func `a pause after a limit answer passes in the sleep as well`() async throws {
        try await api.add(fault: "limit&retry_after=600&count=1")
        var configuration = ExporterConfiguration.paging(api)
        // It bounds every backoff.
        configuration.pollKeys = ["max_interval: 1h"]
        var witness = try await start(configuration)
        _ = try await witness.exporter.metrics("the pause") {
            $0.failedPolls(because: "rate_limited") == 1
        }
        try await suspend(for: Self.minute * 5)
        try await witness.exporter.settle()
        #expect(try await api.requests().count == 1)
        _ = try await witness.look()
        // With up to a tenth that is added.
        try await suspend(for: Self.minute * 6)
        _ = try await witness.exporter.metrics("polls go on") { $0.goodPolls() > 0 }
        _ = try await witness.look(isDataNew: true)
        try await expectNoBurst(after: 1)
    }

    @Test func `a notification that waited is tried once more, and given up after its time`()
        async throws
    {
        try await api.add(fault: "unauthorized")
        let receiver = try ReceiverServer(.answers(503))
        var configuration = hourly()
        configuration.receivers = [
            ReceiverConfiguration(url: receiver.url, keys: ["alerts: [key_rejected]"])
        ]
        configuration.alerts = ["group_wait: 0s", "repeat_interval: 30d"]
        var witness = try await start(configuration)
        _ = try await receiver.pages(1)
        let failed = try await witness.exporter.metrics("a failure") { $0.failedDeliveries() == 1 }
        #expect(failed.queueLength() == 1)
        try await suspend(for: Self.minute * 10)
        _ = try await receiver.pages(2)
        let page = try await witness.look()
        let oldest = page.value(
            "exchangerate_notification_oldest_seconds", ["receiver": "oncall"])
        #expect(600...660 ~= oldest ?? -1)
        // Real time on purpose: the next one is due 4 s after this one at the soonest.
        try await Task.sleep(for: .seconds(1))
        // A busy machine lets one more be made before the sleep.
        #expect(try receiver.pages().count <= 3, "no tries that the sleep has left out")
        try await suspend(for: Self.hour * 73)
        let dropped = "exchangerate_notifications_dropped_total"
        _ = try await witness.exporter.metrics("given up") {
            $0.value(dropped, ["receiver": "oncall"]) == 1
        }
        _ = try await witness.look()
    }

    @Test func `a group's wait passes in the sleep as well`() async throws {
        try await api.add(fault: "unauthorized")
        var configuration = hourly()
        configuration.alerts = ["group_wait: 1h"]
        var witness = try await start(configuration)
        _ = try await witness.exporter.metrics("the alert") {
            $0.fires("ExchangeRateKeyRejected", base: "")
        }
        try await suspend(for: Self.minute * 30)
        try await witness.exporter.settle()
        #expect(try await api.pages().isEmpty)
        try await suspend(for: Self.minute * 31)
        let pages = try await api.pages(1).flatMap(\.message.alerts)
        #expect(pages.contains { $0.name == "ExchangeRateKeyRejected" })
        _ = try await witness.look()
    }

    @Test func `an alert that fires through a sleep is repeated once`() async throws {
        try await api.add(fault: "unauthorized")
        var configuration = hourly()
        configuration.alerts = ["group_wait: 0s", "group_interval: 1s", "repeat_interval: 1h"]
        configuration.receivers[0].keys = ["alerts: [key_rejected]"]
        var witness = try await start(configuration)
        let first = try await api.pages(1)[0]
        try await suspend(for: Self.hour * 8)
        let again = try await api.pages(2)[1]
        #expect(again.gist == "firing: repeat interval elapsed")
        #expect(try again.message.onlyAlert().startsAt == first.message.onlyAlert().startsAt)
        try await witness.exporter.settle()
        #expect(try await api.pages().count == 2)
        _ = try await witness.look()
    }

    @Test func `a request that was slept through tells no wrong clock, and no second one is made`()
        async throws
    {
        try await api.add(fault: "slow&delay=2s&count=1")
        var witness = try await start(hourly())
        let isAsked = try await eventually(every: .milliseconds(20)) {
            try await api.requests().count == 1
        }
        #expect(isAsked)
        try await suspend(for: Self.minute * 30)
        _ = try await witness.exporter.metrics("a good poll") { $0.goodPolls() == 1 }
        _ = try await witness.look()
        #expect(try await api.requests().count == 1)
        #expect(!witness.exporter.log.contains("clock"), "\(witness.exporter.log)")
    }

    /// Polls of each hour, and data that is stale after two.
    private func hourly() -> ExporterConfiguration {
        var configuration = ExporterConfiguration(api: api.url, interval: "1h")
        configuration.freshness = ["live: 1h", "live_closed: 1h"]
        configuration.receivers = [ReceiverConfiguration(url: api.sink)]
        return configuration
    }

    private func start(_ configuration: ExporterConfiguration) async throws -> ClockWitness {
        ClockWitness(
            try await ExporterProcess(configuration, environment: clock.environment), clock: clock)
    }

    /// Lets the machine sleep, and the API's clock go on.
    private func suspend(for duration: Duration) async throws {
        let seconds = (clock.suspended + duration).components.seconds
        try await api.setClock(ahead: "\(seconds)s")
        try clock.suspend(for: duration)
    }

    /// Requests that followed the first ones keep a second between them.
    private func expectNoBurst(after count: Int) async throws {
        try await api.waitForPolls()
        let times = try await api.requests().dropFirst(count).map(\.time)
        let gaps = zip(times, times.dropFirst()).map { $1 - $0 }
        #expect(gaps.allSatisfy { $0 >= 700 }, "\(gaps)")
    }

    private static func age(of page: MetricsText) -> Double? {
        page.value("exchangerate_data_age_seconds", ["base": "USD", "source": "live"])
    }
}

extension Date.ISO8601FormatStyle {
    fileprivate static let withFraction = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
}
