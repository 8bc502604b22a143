import Delivery
import Domain
import Foundation
import Freshness
import HTTP
import Pipeline
import Polling

@testable import Exporter

/// The file of `--config.file`, whole: from its bytes to the plan of `check-config`, and to a
/// pipeline.
enum ConfigurationReader: FuzzReader {
    static let name = "configuration"
    /// The prefixes by which secrets are known wherever they stand, with what no other word has.
    static let secrets = ["exr_hunter2", "whsec_hunter2"]
    static let words =
        secrets + [
            "api:", "url:", "key_file:", "basic_auth_file:", "timeout:", "ca_file:", "poll:",
            "interval:", "min_interval:", "max_interval:", "max_backoff:", "requests_per_minute:",
            "requests_per_hour:", "monthly_quota:", "rates:", "base:", "symbols:", "freshness:",
            "live:", "live_closed:", "ecb_daily:", "fred_daily:", "default:", "alerts:",
            "receivers:", "heartbeat:", "labels:", "stale:", "symbol_stale:", "rate_limited:",
            "key_rejected:", "enabled:", "severity:", "for:", "keep_firing_for:", "count:", "of:",
            "group_wait:", "group_interval:", "repeat_interval:", "give_up_after:", "name:",
            "type:", "webhook", "alertmanager", "slack", "pagerduty", "url_file:", "urls:",
            "secret_file:", "headers:", "routing_key_file:", "send_resolved:", "https://a.example/",
            "http://[::1]:80", "key.txt", "url.txt", "signing.txt", "routing-key.txt", "\n  - ",
            "\n    ", ": |\n  ", "&a ", "*a", "!!str ", "? ", "{", "}", "[", "]", "USD", "EUR",
            "1m", "1y", "365d", "0s", "true", "~", "\u{85}", "\u{2028}", "\u{FEFF}", "%YAML 1.1\n",
            "---\n", "...\n", "<<: ", "\\u2028",
        ]

    private static let folder = TreeFiles.fixtures.appending(path: "files").path + "/"

    static func seeds() throws -> [[UInt8]] {
        try TreeFiles.contents(of: "ExporterTests/Fixtures/valid")
            + TreeFiles.contents(
                of: "ExporterTests/Fixtures/invalid", before: "======== message\n")
    }

    static func read(_ bytes: [UInt8]) throws(BrokenPromise) {
        // A secret beyond what the file says cannot be told from other words.
        if try check(bytes, absent: nil) { return }
        // The same where files need not be there, by which more of it is accepted.
        _ = try check(bytes, absent: AbsentFiles())
    }

    private static func check(
        _ bytes: [UInt8], absent: AbsentFiles?
    ) throws(BrokenPromise) -> Bool {
        let configuration: Configuration
        do throws(ConfigurationError) {
            configuration = try Configuration.read(
                bytes, name: "exporter.yml", folder: folder, environment: [:], absent: absent)
        } catch {
            try ConfigurationPromises.check(error, in: bytes, hiding: secrets)
            return false
        }
        for warning in absent?.warnings ?? [] {
            try PrintedText.check(warning, of: "a warning", allowing: "", hiding: secrets)
        }
        try checkBounds(of: configuration)
        try PrintedText.check(
            PlanText(configuration).text, of: "the plan", hiding: secrets)
        _ = AnswerRedaction(secretsOf: configuration)
        do {
            _ = try RateFetcher(
                settings: configuration.api, credential: configuration.credential,
                transport: OneAnswer(result: .success(.init(status: 200))))
        } catch {
            throw BrokenPromise("accepted, but no client can be made: \(error)")
        }
        let now = ExamplePipeline.now
        var pipeline = PipelineState(
            settings: configuration.pipelineSettings(options: Options(), loadedAt: now.timestamp),
            stored: StoredState(), now: now)
        ExamplePipeline.evaluate(&pipeline, at: now)
        _ = (pipeline.next(now: now), pipeline.deadline(now: now))
        try ExamplePipeline.checkPages(of: pipeline, at: now, hiding: secrets)
        return true
    }

    private static func checkBounds(of configuration: Configuration) throws(BrokenPromise) {
        let poll = configuration.poll
        try hold(!configuration.bases.isEmpty, "nothing is polled")
        try hold(
            Set(configuration.bases.map(\.base)).count == configuration.bases.count, "a base twice")
        try hold(poll.minInterval >= .seconds(1), "min_interval \(poll.minInterval)")
        try hold(poll.minInterval <= poll.maxInterval, "min_interval over max_interval")
        try hold(poll.maxBackoff <= poll.maxInterval, "max_backoff over max_interval")
        for base in configuration.bases {
            try hold(
                poll.minInterval...poll.maxInterval ~= base.interval,
                "\(base.base) every \(base.interval)")
        }
        try hold(
            .milliseconds(100)...(.seconds(60)) ~= configuration.api.timeout,
            "api.timeout \(configuration.api.timeout)")
        for receiver in configuration.receivers {
            try hold(
                .zero < receiver.timeout && receiver.timeout <= .seconds(60),
                "a timeout of \(receiver.timeout)")
            try hold(
                receiver.headers.allSatisfy { !$0.value.reveal().utf8.contains(0x0A) },
                "a header with a line break")
        }
        try hold(
            Set(configuration.receivers.map(\.name)).count == configuration.receivers.count,
            "two receivers of a name")
    }
}
