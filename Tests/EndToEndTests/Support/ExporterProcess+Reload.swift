import Glibc
import TestKit
import Testing

extension ExporterProcess {
    /// Writes another configuration, and lets it read that.
    func reload(_ configuration: ExporterConfiguration) throws {
        try folder.write(configuration.yaml, to: "exporter.yml")
        process.signal(SIGHUP)
    }

    /// Waits until a reload has failed, and polls have gone on all the same.
    func waitForFailedReload(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let page = try await metrics("the failure", sourceLocation: sourceLocation) {
            $0.value("exchangerate_config_last_reload_successful") == 0
        }
        let polls = page.goodPolls()
        _ = try await metrics("polls go on", sourceLocation: sourceLocation) {
            $0.goodPolls() > polls
        }
    }

    /// Has it read its configuration again, as it is, and waits until that is in force.
    func reload(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let name = "exchangerate_config_last_reload_success_timestamp_seconds"
        let before = try await metrics().value(name)
        process.signal(SIGHUP)
        // The clock may have been set back.
        _ = try await metrics("the reload", within: .seconds(60), sourceLocation: sourceLocation) {
            $0.value(name) != before
        }
    }

    /// Waits until it has judged everything since now, and has told all that there was to tell.
    ///
    /// So that what has not come by then does not come.
    @discardableResult
    func settle(sourceLocation: SourceLocation = #_sourceLocation) async throws -> MetricsText {
        // The first makes it judge, which it has done when the second one is in force.
        for _ in 1...2 { try await reload(sourceLocation: sourceLocation) }
        return try await metrics("all is told", sourceLocation: sourceLocation) {
            $0.series("exchangerate_notification_queue_length").values.allSatisfy { $0 == 0 }
        }
    }
}
