import Domain
import Foundation
import Freshness
import Testing

/// A list of alerts that an Alertmanager took.
struct AlertmanagerPost: Sendable {
    /// The number of the run of the daemon that sent it.
    let run: Int
    /// In the order of the list, in which an Alertmanager takes them in.
    let told: [TakenNotification.Told]
}

extension AlertmanagerPost: CustomStringConvertible {
    var description: String {
        "run \(run): \(told.map(\.description).joined(separator: ", "))"
    }
}

extension AlertmanagerPost {
    private struct PostableAlert: Decodable {
        let labels: [String: String]
        let startsAt: String
        let endsAt: String
    }

    init(_ request: TakenRequest) throws {
        try #require(request.path == "/api/v2/alerts", "\(request.path)")
        let alerts = try JSONDecoder().decode([PostableAlert].self, from: Data(request.body))
        let time = Timestamp(
            nanosecondsSinceEpoch: Int64(request.at.timeIntervalSince1970 * 1e9))
        run = request.run
        told = try alerts.map { alert in
            let endsAt = try #require(Timestamp(iso8601: alert.endsAt))
            let episode = Domain.Alert(
                labels: alert.labels, annotations: [:],
                startsAt: try #require(Timestamp(iso8601: alert.startsAt)))
            // What fires is said to last for a while, unless it is told again.
            return TakenNotification.Told(episode: episode.identity, isEnded: endsAt <= time)
        }
    }
}
