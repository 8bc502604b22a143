import Domain
import FoundationEssentials
import Freshness
import HTTP

/// Alertmanager's API, version 2: `POST /api/v2/alerts`.
///
/// It is told the present state, as Prometheus does it: what fires ends by itself unless it is told
/// again in time.
struct AlertmanagerReceiver: Receiver {
    /// How long what fires is to last without being told again.
    static let lifetime: Duration = .seconds(5 * 60)
    /// The most alerts in one request.
    static let alertLimit = 100

    let settings: ReceiverSettings
    /// That of the daemon.
    let version: String

    func bodies(for notification: Notification, context: NotificationContext) -> [[UInt8]] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let alerts = notification.alerts.map {
            PostableAlert(
                $0, lastsUntil: notification.createdAt + Self.lifetime,
                externalURL: context.externalURL)
        }
        return stride(from: 0, to: alerts.count, by: Self.alertLimit).map { start in
            let batch = alerts[start..<min(start + Self.alertLimit, alerts.count)]
            // Nothing in an alert can fail to encode; an empty list tells nobody wrong if it does.
            return (try? encoder.encode(Array(batch))).map { Array($0) } ?? Array("[]".utf8)
        }
    }

    func requests(for item: OutboxItem, to url: ReceiverURL, sentAt: Timestamp) -> [HTTPRequest] {
        let headers = HTTPHeaders([
            HTTPHeaders.Field(name: "Content-Type", value: "application/json"),
            HTTPHeaders.Field(name: "User-Agent", value: "exchangerate-exporter/\(version)"),
        ])
        return item.bodies.map { body in
            HTTPRequest(
                method: .post, url: url.appending(path: "/api/v2/alerts").reveal(),
                headers: headers, body: body, timeout: settings.timeout,
                bodyLimit: Self.bodyLimit, certificateAuthorityFile: settings.caFile)
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

    init(_ alert: Alert, lastsUntil: Timestamp, externalURL: String) {
        labels = alert.labels
        annotations = alert.annotations.mapValues { $0.cut(toBytes: Self.annotationLimit) }
        startsAt = alert.startsAt.iso8601
        endsAt = (alert.endsAt ?? lastsUntil).iso8601
        generatorURL = externalURL
    }
}
