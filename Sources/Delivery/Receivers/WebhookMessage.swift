import Domain
import Freshness

/// The body of Alertmanager's webhook, as prometheus.io/docs/alerting/latest/configuration has it
/// under `webhook_config`.
struct WebhookMessage: Encodable {
    struct Item: Encodable {
        let status: String
        let labels: [String: String]
        let annotations: [String: String]
        let startsAt: String
        let endsAt: String
        let generatorURL: String
        let fingerprint: String
    }

    /// The most bytes of one annotation, so that a body stays of a size that receivers take.
    static let annotationLimit = 4096
    /// Go's zero time, which stands for "not ended".
    static let notEnded = "0001-01-01T00:00:00Z"

    let version = "4"
    let groupKey: String
    let truncatedAlerts: Int
    let status: String
    let receiver: String
    let groupLabels: [String: String]
    let commonLabels: [String: String]
    let commonAnnotations: [String: String]
    let notificationReason: String
    let externalURL: String
    let alerts: [Item]

    enum CodingKeys: String, CodingKey {
        case version, groupKey, truncatedAlerts, status, receiver, groupLabels, commonLabels
        case commonAnnotations, externalURL, alerts
        case notificationReason = "notification_reason"
    }

    /// Makes the body; status and what is common count the alerts that are left out, too.
    init(_ notification: Notification, externalURL: String) {
        let alerts = notification.alerts.map { alert in
            var alert = alert
            alert.annotations = alert.annotations.mapValues {
                $0.cut(toBytes: Self.annotationLimit)
            }
            return alert
        }
        let selection = AlertSelection(alerts)
        groupKey = notification.group.groupKey
        truncatedAlerts = selection.leftOut
        status = Self.status(isFiring: notification.isFiring)
        receiver = notification.receiver
        groupLabels = ["alertname": notification.group.alertname]
        commonLabels = Self.common(alerts.map(\.labels))
        commonAnnotations = Self.common(alerts.map(\.annotations))
        notificationReason = notification.reason.rawValue
        self.externalURL = externalURL
        self.alerts = selection.alerts.sortedByLabels().map { alert in
            Item(
                status: Self.status(isFiring: alert.isFiring), labels: alert.labels,
                annotations: alert.annotations, startsAt: alert.startsAt.iso8601,
                endsAt: alert.endsAt?.iso8601 ?? Self.notEnded, generatorURL: externalURL,
                fingerprint: alert.fingerprint)
        }
    }

    private static func status(isFiring: Bool) -> String {
        isFiring ? "firing" : "resolved"
    }

    /// What all have in common.
    private static func common(_ sets: [[String: String]]) -> [String: String] {
        guard let first = sets.first else { return [:] }
        return sets.dropFirst().reduce(first) { common, set in
            common.filter { set[$0.key] == $0.value }
        }
    }
}
