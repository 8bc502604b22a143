import Domain
import Freshness
import HTTP

/// Alertmanager's webhook, version 4, with the headers of Standard Webhooks 1.0.0.
struct WebhookReceiver: Receiver {
    let settings: ReceiverSettings
    /// That of the daemon.
    let version: String

    func bodies(for notification: Notification, context: NotificationContext) -> [[UInt8]] {
        [JSONBody.bytes(of: WebhookMessage(notification, externalURL: context.externalURL))]
    }

    func requests(for item: OutboxItem, to url: ReceiverURL, sentAt: Timestamp) -> [HTTPRequest] {
        item.bodies.map { body in
            var request = HTTPRequest(
                posting: body, to: url.secret, settings: settings, version: version,
                bodyLimit: Self.bodyLimit)
            for field in fields(id: item.notification.id, sentAt: sentAt, body: body) {
                request.headers.add(name: field.name, value: field.value)
            }
            return request
        }
    }

    private func fields(id: String, sentAt: Timestamp, body: [UInt8]) -> [HTTPHeaders.Field] {
        var fields = [
            HTTPHeaders.Field(name: "webhook-id", value: id),
            HTTPHeaders.Field(name: "webhook-timestamp", value: "\(sentAt.wholeSeconds)"),
        ]
        let signature = WebhookSignature.value(
            secrets: settings.signingSecrets, id: id, time: sentAt, body: body)
        if let signature {
            fields.append(HTTPHeaders.Field(name: "webhook-signature", value: signature))
        }
        return fields
            + settings.headers.map { HTTPHeaders.Field(name: $0.name, value: $0.value.reveal()) }
    }
}
