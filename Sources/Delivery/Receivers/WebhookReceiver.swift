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
        item.bodies.map { body in
            HTTPRequest(
                method: .post, url: url.secret.reveal(),
                headers: headers(id: item.notification.id, sentAt: sentAt, body: body), body: body,
                timeout: settings.timeout, bodyLimit: Self.bodyLimit,
                certificateAuthorityFile: settings.caFile)
        }
    }

    private func headers(id: String, sentAt: Timestamp, body: [UInt8]) -> HTTPHeaders {
        var headers = HTTPHeaders([
            HTTPHeaders.Field(name: "Content-Type", value: "application/json"),
            HTTPHeaders.Field(name: "User-Agent", value: "exchangerate-exporter/\(version)"),
            HTTPHeaders.Field(name: "webhook-id", value: id),
            HTTPHeaders.Field(name: "webhook-timestamp", value: "\(sentAt.wholeSeconds)"),
        ])
        let signature = WebhookSignature.value(
            secrets: settings.signingSecrets, id: id, time: sentAt, body: body)
        if let signature { headers.add(name: "webhook-signature", value: signature) }
        for header in settings.headers {
            headers.add(name: header.name, value: header.value.reveal())
        }
        return headers
    }
}
