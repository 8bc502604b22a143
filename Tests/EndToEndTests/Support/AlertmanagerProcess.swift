import Foundation
import HTTP
import TestKit
import Testing

/// Debian's Alertmanager, running with its data in a temporary folder.
final class AlertmanagerProcess: Sendable {
    /// An alert as its API tells it.
    struct Alert: Decodable, Sendable {
        struct Status: Decodable, Sendable { let state: String }

        let labels: [String: String]
        let annotations: [String: String]
        let startsAt: String
        let endsAt: String
        let fingerprint: String
        let generatorURL: String
        let status: Status
    }

    let url: String
    private let process: ChildProcess
    private let folder: TemporaryFolder

    /// Starts it, telling an address at once of what it learns, and waits until it answers.
    convenience init(telling sink: String) async throws {
        try await self.init(
            configuration: """
                route: {receiver: sink, group_by: [alertname], group_wait: 0s, group_interval: 1s}
                receivers:
                  - name: sink
                    webhook_configs: [{url: '\(sink)', send_resolved: true}]
                """)
    }

    /// Starts it with a configuration, and waits until it answers.
    init(configuration: String) async throws {
        let program = try PrometheusProcess.path(
            of: "prometheus-alertmanager", package: "prometheus-alertmanager")
        folder = try TemporaryFolder()
        let file = try folder.write(configuration, to: "alertmanager.yml")
        process = try ChildProcess(
            program,
            [
                "--config.file=\(file)", "--storage.path=\(folder.path(of: "data"))",
                "--web.listen-address=127.0.0.1:0", "--cluster.listen-address=",
                "--log.level=info",
            ])
        let line = try #require(
            await process.line(containing: "msg=\"Listening on\""), "\(process.standardError)")
        url = "http://" + (try #require(line.split(separator: "address=").last))
    }

    /// What is active now.
    func alerts() async throws -> [Alert] {
        let response = try await Browser.send(.get, "\(url)/api/v2/alerts")
        try #require(response.status == 200, "\(response.text)")
        return try JSONDecoder().decode([Alert].self, from: Data(response.body))
    }

    /// Waits until so many are active, and gives them.
    func alerts(
        _ count: Int, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> [Alert] {
        var found: [Alert] = []
        _ = try await eventually(every: .milliseconds(50)) {
            found = try await alerts()
            return found.count == count
        }
        try #require(found.count == count, "\(found)", sourceLocation: sourceLocation)
        return found
    }
}
