import Domain
import Freshness
import HTTP

/// An incoming webhook of Slack, or of a chat that understands the same.
///
/// | answer | failure | lane |
/// |---|---|---|
/// | 200 with the body `ok` | none | |
/// | any other 2xx | refused | quick |
/// | 2xx whose body broke off | as the transport says | quick |
/// | 400, 403, 404: a token, channel or workspace that is gone | client | slow |
/// | all else | as for any receiver | |
struct SlackReceiver: Receiver {
    let settings: ReceiverSettings
    /// That of the daemon.
    let version: String

    func bodies(for notification: Notification, context: NotificationContext) -> [[UInt8]] {
        [JSONBody.bytes(of: SlackMessage(notification, externalURL: context.externalURL))]
    }

    func requests(for item: OutboxItem, to url: ReceiverURL, sentAt: Timestamp) -> [HTTPRequest] {
        item.bodies.map { body in
            HTTPRequest(
                posting: body, to: url.secret, settings: settings, version: version,
                bodyLimit: Self.bodyLimit)
        }
    }

    func verdict(on response: HTTPResponse, receivedAt: Timestamp) -> DeliveryVerdict {
        let verdict = StatusVerdict.verdict(on: response, receivedAt: receivedAt)
        guard verdict == .delivered else { return verdict }
        return response.status == 200 && Self.isOK(response.body)
            ? .delivered
            : .failed(
                .refused, lane: .quick, retryAfter: response.retryAfter(receivedAt: receivedAt))
    }

    /// A success without its `ok` is none: nothing says that the message was posted.
    func verdict(on error: TransportError, receivedAt: Timestamp) -> DeliveryVerdict {
        if let head = error.head {
            let verdict = StatusVerdict.verdict(on: head, receivedAt: receivedAt)
            if verdict != .delivered { return verdict }
        }
        return StatusVerdict.verdict(on: error.kind)
    }

    private static func isOK(_ body: [UInt8]) -> Bool {
        let isBlank = { (byte: UInt8) in [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
        let trimmed = body.drop(while: isBlank).reversed().drop(while: isBlank)
        return trimmed.reversed().elementsEqual("ok".utf8)
    }
}
