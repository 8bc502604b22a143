import Domain
import FoundationEssentials
import Freshness
import HTTP

/// A service of PagerDuty, or of a pager that takes the same events.
///
/// An incident for each group: triggered while something fires, resolved once all has ended and each
/// end was told. What fired and ended unheard is triggered and then resolved, so that it leaves a
/// trace; a receiver that wants no ends is told of the trigger alone.
struct PagerDutyReceiver: Receiver {
    /// The most bytes of a body, of the 512 KB that PagerDuty takes; the rest is for the key.
    private static let requestLimit = 500_000

    let settings: ReceiverSettings
    /// That of the daemon.
    let version: String

    func bodies(for notification: Notification, context: NotificationContext) -> [[UInt8]] {
        actions(for: notification).map { action in
            var body: [UInt8] = []
            for detail in PagerDutyEvent.Detail.allCases {
                body = JSONBody.bytes(
                    of: PagerDutyEvent(
                        action, notification, externalURL: context.externalURL, detail: detail))
                if body.count <= Self.requestLimit { break }
            }
            return body
        }
    }

    func requests(for item: OutboxItem, to url: ReceiverURL, sentAt: Timestamp) -> [HTTPRequest] {
        item.bodies.map { body in
            HTTPRequest(
                posting: routed(body), to: url.secret, settings: settings, version: version,
                bodyLimit: Self.bodyLimit)
        }
    }

    /// A success says so in its body: `{"status":"success", …}`.
    ///
    /// 202 is PagerDuty's; relays answer with others, and often with nothing. An object with
    /// another `status`, and a page of HTML, as a proxy's log-in is, are no success.
    func verdict(on response: HTTPResponse, receivedAt: Timestamp) -> DeliveryVerdict {
        let verdict = StatusVerdict.verdict(on: response, receivedAt: receivedAt)
        guard verdict == .delivered, Self.saysNo(response.body) else { return verdict }
        return .failed(
            .refused, lane: .quick, retryAfter: response.retryAfter(receivedAt: receivedAt))
    }

    private func actions(for notification: Notification) -> [PagerDutyEvent.Action] {
        guard !notification.isFiring else { return [.trigger] }
        // The last one that tells of ends closes the incident: one that a resolve before it had
        // closed would be opened anew.
        guard AlertSelection(notification.alerts).resolvedLeftOut == 0 else { return [.trigger] }
        // It throws a resolve away that has no trigger before it.
        guard notification.reason == .first || notification.endsUnheard else { return [.resolve] }
        return settings.sendsResolved ? [.trigger, .resolve] : [.trigger]
    }

    /// The body with the key: a secret that is not stored.
    private func routed(_ body: [UInt8]) -> [UInt8] {
        guard let key = settings.routingKey, body.first == UInt8(ascii: "{") else { return body }
        let members = body.dropFirst()
        let separator = members.first == UInt8(ascii: "}") ? "" : ","
        return Array(#"{"routing_key":"#.utf8) + JSONBody.bytes(of: key.reveal())
            + Array(separator.utf8) + members
    }

    private struct Answer: Decodable {
        let status: String?
    }

    private static func saysNo(_ body: [UInt8]) -> Bool {
        switch body.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) {
        case UInt8(ascii: "<"): return true
        case UInt8(ascii: "{"):
            let answer = try? JSONDecoder().decode(Answer.self, from: Data(body))
            return answer?.status.map { $0 != "success" } ?? false
        default: return false
        }
    }
}
