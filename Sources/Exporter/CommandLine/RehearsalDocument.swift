import Domain
import FoundationEssentials
import Freshness
import Rehearsal

/// What came of a rehearsal as `--output=json` prints it.
struct RehearsalDocument: Encodable {
    /// Month to count, such as `2026-01`.
    let requests: [String: Int]
    let alerts: [FiredAlert]
    let notifications: [Delivery]
    let incidents: [Outcome]
    /// How many pages came without an incident.
    let falsePages: Int

    enum CodingKeys: String, CodingKey {
        case requests, alerts, notifications, incidents
        case falsePages = "false_pages"
    }

    struct FiredAlert: Encodable {
        let alertname: String
        let labels: [String: String]
        let startsAt: String
        /// Null where it still fired at the end.
        let endsAt: OrNull<String>
        let firedAt: String
        let isWithoutIncident: Bool

        enum CodingKeys: String, CodingKey {
            case alertname, labels, startsAt, endsAt
            case firedAt = "fired_at"
            case isWithoutIncident = "without_incident"
        }
    }

    struct Delivery: Encodable {
        let at: String
        let receiver: String
        /// `firing` or `resolved`, as the first of these in Alertmanager's messages.
        let status: String
        let reason: String
        let isFalsePage: Bool
        let alerts: [ToldAlert]

        enum CodingKeys: String, CodingKey {
            case at, receiver, status, reason, alerts
            case isFalsePage = "false_page"
        }
    }

    struct ToldAlert: Encodable {
        let alertname: String
        let status: String
        let labels: [String: String]
        let annotations: [String: String]
        let startsAt: String
        let endsAt: OrNull<String>
    }

    struct Outcome: Encodable {
        let what: String
        let from: String
        let to: String
        /// Null where no page came that it is the reason for.
        let pagedAfter: OrNull<Double>
        let outcome: String

        enum CodingKeys: String, CodingKey {
            case what, from, to, outcome
            case pagedAfter = "paged_after_seconds"
        }
    }

    /// One JSON object; keys sorted.
    static func json(of report: RehearsalReport) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        // Nothing in the document can fail to encode; an empty object says so if it does.
        guard let data = try? encoder.encode(RehearsalDocument(report)) else { return "{}\n" }
        return TerminalText.json(String(decoding: data, as: UTF8.self)) + "\n"
    }

    private init(_ report: RehearsalReport) {
        requests = Dictionary(
            report.months.map { ($0.name, $0.requests) }, uniquingKeysWith: { $0 + $1 })
        alerts = report.alerts.map { fired in
            FiredAlert(
                alertname: fired.alert.labels["alertname"] ?? "", labels: fired.alert.labels,
                startsAt: UTCText.machine(fired.alert.startsAt),
                endsAt: OrNull(value: fired.alert.endsAt.map(UTCText.machine)),
                firedAt: UTCText.machine(fired.firedAt),
                isWithoutIncident: fired.isWithoutIncident)
        }
        notifications = report.deliveries.map { delivery in
            Delivery(
                at: UTCText.machine(delivery.at), receiver: delivery.notification.receiver,
                status: delivery.notification.isFiring ? "firing" : "resolved",
                reason: delivery.notification.reason.rawValue, isFalsePage: delivery.isFalsePage,
                alerts: delivery.notification.alerts.map(ToldAlert.init))
        }
        incidents = report.incidents.map { outcome in
            Outcome(
                what: outcome.incident.title, from: UTCText.machine(outcome.incident.start),
                to: UTCText.machine(outcome.incident.end),
                pagedAfter: OrNull(value: outcome.pagedAfter?.inSeconds),
                outcome: outcome.verdict.rawValue)
        }
        falsePages = report.falsePages
    }
}

extension RehearsalDocument.ToldAlert {
    fileprivate init(_ alert: Alert) {
        alertname = alert.labels["alertname"] ?? ""
        status = alert.isFiring ? "firing" : "resolved"
        labels = alert.labels
        annotations = alert.annotations
        startsAt = UTCText.machine(alert.startsAt)
        endsAt = OrNull(value: alert.endsAt.map(UTCText.machine))
    }
}

/// A value, or null in its place, where an optional one would leave its key out.
struct OrNull<Value: Encodable>: Encodable {
    let value: Value?

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let value {
            try container.encode(value)
        } else {
            try container.encodeNil()
        }
    }
}
