import Domain
import Foundation
import Freshness
import Testing

/// An event that a pager accepted.
struct PagerEvent: Sendable {
    enum Action: String, Decodable, Sendable {
        case trigger
        case resolve
    }

    let action: Action
    /// What the pager knows the incident by.
    let key: String
    /// The notification that the event is of; it may be of two.
    let notification: TakenNotification

    /// Whether it opens an incident of what has ended, which another event closes.
    var opensWhatHasEnded: Bool {
        action == .trigger && notification.told.allSatisfy(\.isEnded)
    }
}

extension PagerEvent: CustomStringConvertible {
    var description: String { "\(notification) \(action) \(key.prefix(4))" }
}

extension PagerEvent {
    private struct Body: Decodable {
        struct Payload: Decodable {
            struct Details: Decodable {
                struct Alert: Decodable {
                    let status: String
                    let labels: [String: String]
                    let startsAt: String
                    let endsAt: String?
                }

                let alerts: [Alert]
                let reason: String
            }

            let `class`: String
            let details: Details

            enum CodingKeys: String, CodingKey {
                case `class`
                case details = "custom_details"
            }
        }

        let action: Action
        let key: String
        let payload: Payload

        enum CodingKeys: String, CodingKey {
            case payload
            case action = "event_action"
            case key = "dedup_key"
        }
    }

    init(_ request: TakenRequest) throws {
        let body = try JSONDecoder().decode(Body.self, from: Data(request.body))
        let details = body.payload.details
        let told = try details.alerts.map { alert in
            TakenNotification.Told(
                episode: Domain.Alert(
                    labels: alert.labels, annotations: [:],
                    startsAt: try #require(Timestamp(iso8601: alert.startsAt))
                ).identity, isEnded: alert.status == "resolved")
        }
        // No event names its notification: what it tells does.
        let ends = details.alerts.compactMap(\.endsAt).joined(separator: " ")
        action = body.action
        key = body.key
        notification = TakenNotification(
            run: request.run, id: "\(details.reason) \(told) \(ends)", group: body.payload.class,
            body: request.body, told: told)
    }
}
