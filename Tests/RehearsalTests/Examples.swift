import Alerting
import Delivery
import Domain
import ExchangeRate
import Freshness
import Pipeline
import Polling
import Testing

@testable import Rehearsal

/// A rehearsal in the words of a test.
struct Example {
    var from = "2025-12-22"
    var to = "2025-12-24"
    var bases: [String] = ["USD: EUR GBP JPY"]
    var interval: Duration = .seconds(300)
    var incidents: [String] = []
    var feed = RehearsalSettings.Feed.live
    var receivers: [ReceiverType] = [.webhook]
    var isKeyless = true
    var poll = Example.keyless
    var limits = FreshnessLimits.standard
    var alerts = AlertSettings()
    var seed: UInt64 = 1

    /// The pace that the configuration has without a key.
    static var keyless: PollSettings {
        var poll = PollSettings()
        poll.requestsPerHour = 90
        return poll
    }

    func settings() throws -> RehearsalSettings {
        let watched = try bases.map { text in
            let words = text.split { " :".contains($0) }.map(String.init)
            return WatchedBase(
                base: try #require(words.first.flatMap { CurrencyCode($0) }),
                symbols: try words.dropFirst().map { try #require(CurrencyCode($0)) },
                interval: interval)
        }
        let receivers = try receivers.map { type in
            ReceiverSettings(
                name: type.rawValue, type: type, url: try ReceiverURL("https://receiver.example"),
                routingKey: Secret(String(repeating: "0", count: 32)))
        }
        let span = try RehearsalSpan(
            from: CivilDate(iso8601: from), to: CivilDate(iso8601: to))
        return try RehearsalSettings(
            pipeline: PipelineSettings(
                bases: watched, poll: poll, limits: limits,
                alerting: AlertingSettings(
                    alerts: alerts, receivers: receivers, externalURL: "", version: "1"),
                fingerprint: 1, isKeyless: isKeyless, isPublicAPI: true, loadedAt: span.start),
            timeout: .seconds(10), span: span,
            incidents: try incidents.map { try Incident(parsing: $0) }, feed: feed, seed: seed)
    }

    func run() async throws -> RehearsalReport {
        try await settings().rehearse()
    }
}
