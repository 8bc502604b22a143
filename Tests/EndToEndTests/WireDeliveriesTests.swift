import Foundation
import Synchronization
import TestKit
import Testing

/// Alerts that come and go, told to dozens of receivers whose connections go wrong.
@Suite(.fewAtATime)
struct WireDeliveriesTests {
    private static let width = 60

    @Test func `each notification is taken, in order, and again by the same id alone`()
        async throws
    {
        let sample = try WireSample(standard: 1200)
        print("wire test of notifications: \(sample.text)")
        let begin = ContinuousClock.now
        let notifications = try WireNotifications(sample: sample, width: Self.width)
        let proxy = try WireProxy(notifications.plan)
        defer { proxy.stop() }
        let api = try RatesServer { _ in Self.good }
        let folder = try TemporaryFolder()
        let keyFile = try folder.write("R0ut1ngK3yOfThirtyTwoCharacters1\n", to: "key")
        var configuration = ExporterConfiguration(
            api: api.url, pollKeys: ["max_interval: 1s"], rates: ["USD": ["EUR"]])
        configuration.alerts = [
            "key_rejected: {keep_firing_for: 0s}", "group_wait: 0s", "group_interval: 1s",
        ]
        configuration.receivers = notifications.receivers.map {
            $0.configuration(proxy: proxy.url, keyFile: keyFile, timeout: "1s")
        }
        let exporter = try await ExporterProcess(configuration, in: folder)
        _ = try await exporter.metrics("rates come") { $0.goodPolls() > 0 }
        while !notifications.isDone {
            try #require(
                ContinuousClock.now - begin < sample.patience * Sanitizer.slowness,
                "each fault has its turn: \(sample.text)")
            notifications.begin()
            let isFiring = !notifications.isFiring
            notifications.isFiring = isFiring
            let former = proxy.count
            api.change { _ in isFiring ? .error(401, message: "Unknown key.") : Self.good }
            var page = MetricsText("")
            let areTold = try await eventually(within: .seconds(60), every: .milliseconds(50)) {
                // Asked first: the page may be older than what is asked after it.
                guard notifications.areAsked(proxy.exchanges(from: former)) else { return false }
                page = try await exporter.metrics()
                return page.fires("ExchangeRateKeyRejected", base: "") == isFiring
                    && page.series("exchangerate_notification_queue_length").values
                        .allSatisfy { $0 == 0 }
            }
            // What is lost is named below.
            if !areTold { break }
        }
        let page = try await exporter.metrics()
        await exporter.stop()
        try #require(await eventually { proxy.isQuiet })
        var audit = NotificationAudit(notifications.receivers)
        audit.judge(proxy.exchanges, rounds: notifications.rounds, on: page)
        print("wire test of notifications: \(audit) in \(ContinuousClock.now - begin)")
        #expect(audit.violations.isEmpty, "\(sample.text)")
        for violation in audit.violations.prefix(20) { Issue.record("\(violation)") }
        #expect(audit.faults >= min(sample.count ?? 1000, 1000) / 6)
    }

    private static let good = RatesServer.Answer.rates(
        ["EUR": "0.9245"], source: "live", session: "open")
}
