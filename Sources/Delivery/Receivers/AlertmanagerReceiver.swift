import Domain
import Freshness
import HTTP

/// Alertmanager's API, version 2: `POST /api/v2/alerts`.
///
/// It is told the present state, as Prometheus does it: what fires ends by itself unless it is told
/// again in time.
struct AlertmanagerReceiver: Receiver {
    /// Where it takes alerts, below its address.
    static let path = "/api/v2/alerts"
    /// How long what fires is to last without being told again.
    static let lifetime: Duration = .seconds(5 * 60)
    /// The most alerts in one request.
    static let alertLimit = 100

    let sendsAll = true
    let settings: ReceiverSettings
    /// That of the daemon.
    let version: String

    func bodies(for notification: Notification, context: NotificationContext) -> [[UInt8]] {
        Self.batches(of: notification.alerts).map { batch in
            JSONBody.bytes(
                of: batch.map {
                    PostableAlert(
                        $0, at: notification.createdAt, externalURL: context.externalURL)
                })
        }
    }

    /// Alerts in their order, those of the same labels together: what takes an end must not miss
    /// that the alert fires again.
    private static func batches(of alerts: [Alert]) -> [[Alert]] {
        var batches: [[Alert]] = []
        for alert in alerts {
            if let batch = batches.last,
                batch.count < alertLimit || batch.last?.labels == alert.labels
            {
                batches[batches.count - 1].append(alert)
            } else {
                batches.append([alert])
            }
        }
        return batches
    }

    func requests(for item: OutboxItem, to url: ReceiverURL, sentAt: Timestamp) -> [HTTPRequest] {
        item.bodies.map { body in
            HTTPRequest(
                posting: body, to: url.appending(path: Self.path), settings: settings,
                version: version, bodyLimit: Self.bodyLimit)
        }
    }
}

/// One alert as Alertmanager's `postableAlert` has it.
private struct PostableAlert: Encodable {
    /// The most bytes of one annotation, so that a request stays of a size that proxies take.
    private static let annotationLimit = 4096

    let labels: [String: String]
    let annotations: [String: String]
    let startsAt: String
    let endsAt: String
    let generatorURL: String

    init(_ alert: Alert, at time: Timestamp, externalURL: String) {
        // An end before the start is refused; the clock may have been set back since then.
        let lastsUntil = max(time, alert.startsAt) + AlertmanagerReceiver.lifetime
        labels = alert.labels
        annotations = alert.annotations.mapValues { $0.cut(toBytes: Self.annotationLimit) }
        startsAt = alert.startsAt.iso8601
        endsAt = (alert.endsAt ?? lastsUntil).iso8601
        generatorURL = externalURL
    }
}
