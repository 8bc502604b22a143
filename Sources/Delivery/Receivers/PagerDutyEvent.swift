import Domain
import FoundationEssentials
import Freshness

/// An event of PagerDuty's Events API v2, without the key that routes it.
///
/// developer.pagerduty.com/docs/send-alert-event; `component` and `class` are those of its common
/// event format.
struct PagerDutyEvent: Encodable {
    enum Action: String, Encodable {
        case trigger
        case resolve
    }

    struct Payload: Encodable {
        let summary: String
        let source: String
        let severity: Severity
        let timestamp: String
        let component: String?
        let eventClass: String
        let customDetails: Details

        enum CodingKeys: String, CodingKey {
            case summary, source, severity, timestamp, component
            case eventClass = "class"
            case customDetails = "custom_details"
        }
    }

    struct Details: Encodable {
        let alerts: [Item]
        let alertsLeftOut: Int
        let reason: String
        let receiver: String

        enum CodingKeys: String, CodingKey {
            case alerts, reason, receiver
            case alertsLeftOut = "alerts_left_out"
        }
    }

    struct Item: Encodable {
        let status: String
        let labels: [String: String]
        let annotations: [String: String]
        let startsAt: String
        /// Absent while it fires.
        let endsAt: String?
    }

    /// How much an event tells of each alert, so that it names all that have room.
    enum Detail: CaseIterable {
        /// All labels and annotations, long ones cut.
        case full
        /// The same, cut shorter.
        case brief
        /// The labels alone that the exporter gives to each alert.
        case name

        /// The most bytes of one label or annotation.
        fileprivate var textLimit: Int {
            switch self {
            case .full: 1024
            case .brief, .name: 100
            }
        }
    }

    /// The most summaries that the one of an event is made of.
    private static let summaryCount = 100
    /// The most bytes of a summary: PagerDuty takes 1024 characters.
    private static let summaryLimit = 1024
    /// The most bytes of `source` and `component`, which lists show in a column.
    private static let nameLimit = 255

    let eventAction: Action
    let dedupKey: String
    let client = "exchangerate-exporter"
    let clientURL: String
    let payload: Payload

    enum CodingKeys: String, CodingKey {
        case client, payload
        case eventAction = "event_action"
        case dedupKey = "dedup_key"
        case clientURL = "client_url"
    }

    /// Makes an event; what has no room is counted.
    init(
        _ action: Action, _ notification: Notification, externalURL: String, detail: Detail = .full
    ) {
        let selection = AlertSelection(notification.alerts)
        let firing = notification.alerts.filter(\.isFiring)
        let subject = firing.isEmpty ? notification.alerts : firing
        let bases = Set(subject.compactMap { $0.labels["base"] }).sorted()
        let time: Timestamp? =
            switch action {
            case .trigger: subject.map(\.startsAt).min()
            case .resolve: subject.compactMap(\.endsAt).max()
            }
        eventAction = action
        dedupKey = notification.pagerKey
        clientURL = externalURL
        payload = Payload(
            summary: Self.summary(of: subject, in: notification.group),
            source: Self.source(externalURL), severity: Severity(of: notification.alerts),
            timestamp: (time ?? notification.createdAt).iso8601,
            component: bases.isEmpty
                ? nil : bases.joined(separator: ", ").cut(toBytes: Self.nameLimit).onOneLine,
            eventClass: notification.group.alertname,
            customDetails: Details(
                alerts: selection.alerts.sortedByLabels().map { Item($0, detail) },
                alertsLeftOut: selection.leftOut,
                reason: notification.reason.rawValue, receiver: notification.receiver))
    }

    /// What the alert says of itself; of several, how many and what each says, while there is room.
    private static func summary(of alerts: [Alert], in group: AlertGroup) -> String {
        let summaries = alerts.compactMap { $0.annotations["summary"] }.filter { !$0.isEmpty }
        let texts = summaries.isEmpty ? [group.alertname] : summaries.prefix(summaryCount)
        let count = alerts.count > 1 ? "\(alerts.count) alerts: " : ""
        return (count + texts.joined(separator: "; ")).cut(toBytes: summaryLimit).onOneLine
    }

    /// Where the page comes from: the host of the status page, which is the exporter that judged.
    private static func source(_ externalURL: String) -> String {
        let host = URLComponents(string: externalURL)?.host ?? ""
        return (host.isEmpty ? externalURL : host).cut(toBytes: nameLimit)
    }
}

extension PagerDutyEvent.Item {
    private static let nameLabels: Set = ["alertname", "base", "severity"]

    fileprivate init(_ alert: Alert, _ detail: PagerDutyEvent.Detail) {
        let isWhole = detail != .name
        status = alert.isFiring ? "firing" : "resolved"
        labels = alert.labels.filter { isWhole || Self.nameLabels.contains($0.key) }
            .mapValues { $0.cut(toBytes: detail.textLimit).onOneLine }
        annotations =
            isWhole
            ? alert.annotations.mapValues { $0.cut(toBytes: detail.textLimit).onOneLine } : [:]
        startsAt = alert.startsAt.iso8601
        endsAt = alert.endsAt?.iso8601
    }
}
