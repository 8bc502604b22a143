import Domain
import Freshness
import Testing

/// A notification that a receiver took.
struct TakenNotification: Sendable, Hashable {
    /// An alert of it, which has started or has ended.
    struct Told: Sendable, Hashable {
        let episode: Alert.Identity
        let isEnded: Bool
    }

    /// The number of the run of the daemon that sent it.
    let run: Int
    let id: String
    let group: String
    let body: [UInt8]
    let told: [Told]
}

extension TakenNotification: CustomStringConvertible {
    var description: String {
        "run \(run) \(id) \(group): \(told.map(\.description).joined(separator: ", "))"
    }
}

extension TakenNotification.Told: CustomStringConvertible {
    var description: String {
        let state = isEnded ? "ended" : "fires"
        return "\(episode.fingerprint.prefix(4)) of \(episode.startsAt.iso8601) \(state)"
    }
}

extension TakenNotification {
    /// Reads the body of a webhook.
    init(webhook request: TakenRequest) throws {
        let page = try Page(at: request.at, id: request.id, isTaken: true, body: request.body)
        let told = try page.message.alerts.map { alert in
            Told(
                episode: Alert.Identity(
                    fingerprint: alert.fingerprint,
                    startsAt: try #require(Timestamp(iso8601: alert.startsAt))),
                isEnded: alert.status == "resolved")
        }
        self.init(
            run: request.run, id: page.id, group: page.message.groupKey, body: page.body,
            told: told)
    }
}
