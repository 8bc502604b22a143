import Domain
import FoundationEssentials
import Freshness
import HTTP

/// Alertmanager's webhook, version 4, with the headers of Standard Webhooks 1.0.0.
struct WebhookReceiver: Receiver {
    let settings: ReceiverSettings
    /// That of the daemon.
    let version: String

    func bodies(for notification: Notification, context: NotificationContext) -> [[UInt8]] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let message = WebhookMessage(notification, externalURL: context.externalURL)
        // Nothing in a message can fail to encode; an empty object tells the receiver if it does.
        guard let data = try? encoder.encode(message) else { return [Array("{}".utf8)] }
        return [Array(data)]
    }

    func requests(for item: OutboxItem, to url: ReceiverURL, sentAt: Timestamp) -> [HTTPRequest] {
        let headers = HTTPHeaders([
            HTTPHeaders.Field(name: "Content-Type", value: "application/json"),
            HTTPHeaders.Field(name: "User-Agent", value: "exchangerate-exporter/\(version)"),
            HTTPHeaders.Field(name: "webhook-id", value: item.notification.id),
            HTTPHeaders.Field(name: "webhook-timestamp", value: "\(sentAt.wholeSeconds)"),
        ])
        return item.bodies.map { body in
            HTTPRequest(
                method: .post, url: url.secret.reveal(), headers: headers, body: body,
                timeout: settings.timeout, bodyLimit: Self.bodyLimit,
                certificateAuthorityFile: settings.caFile)
        }
    }
}
