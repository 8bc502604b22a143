import Alerting
import ConfigTree
import Delivery
import Domain
import Foundation
import Freshness
import Polling

@testable import Exporter

/// What a configuration leads to, without where it came from.
struct Settings: Equatable {
    private let api: APISettings
    private let poll: PollSettings
    private let bases: [WatchedBase]
    private let freshness: FreshnessLimits
    private let alerts: AlertSettings
    private let receivers: [ReceiverSettings]
    private let heartbeat: HeartbeatSettings?

    /// Reads a text; the files that it names are those of `Fixtures/files`.
    init(of text: String) throws(ConfigurationError) {
        let configuration = try Self.read(text)
        api = configuration.api
        poll = configuration.poll
        bases = configuration.bases
        freshness = configuration.freshness
        alerts = configuration.alerts
        receivers = configuration.receivers
        heartbeat = configuration.heartbeat
    }

    /// All that is wrong with a text, each error without the line that it shows.
    static func problems(in text: String) -> [String] {
        do throws(ConfigurationError) {
            _ = try read(text)
            return []
        } catch {
            return error.problems.map(\.message)
        }
    }

    private static func read(_ text: String) throws(ConfigurationError) -> Configuration {
        let files = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Fixtures/files").standardized
        return try Configuration.read(
            Array(text.utf8), name: "config.yml", folder: files.path + "/", environment: [:])
    }
}
