import Foundation
import Testing

/// The body of a notification, in version 4 of Alertmanager's webhook.
struct NotificationMessage: Decodable, Sendable {
    struct Alert: Decodable, Sendable {
        let status: String
        let labels: [String: String]
        let annotations: [String: String]
        let startsAt: String
        let endsAt: String
        let generatorURL: String
        let fingerprint: String

        var name: String { labels["alertname"] ?? "" }
        var base: String { labels["base"] ?? "" }
    }

    let version: String
    let groupKey: String
    let truncatedAlerts: Int
    let status: String
    let receiver: String
    let groupLabels: [String: String]
    let commonLabels: [String: String]
    let commonAnnotations: [String: String]
    /// Older Alertmanagers than 0.28 give none.
    private let givenReason: String?
    let externalURL: String
    let alerts: [Alert]

    enum CodingKeys: String, CodingKey {
        case version, groupKey, truncatedAlerts, status, receiver, groupLabels, commonLabels
        case commonAnnotations, externalURL, alerts
        case givenReason = "notification_reason"
    }

    var reason: String { givenReason ?? "none" }

    init(_ body: [UInt8]) throws {
        self = try JSONDecoder().decode(Self.self, from: Data(body))
    }

    /// The alert of a message that holds just one.
    func onlyAlert(sourceLocation: SourceLocation = #_sourceLocation) throws -> Alert {
        try #require(alerts.count == 1, sourceLocation: sourceLocation)
        return alerts[0]
    }
}
