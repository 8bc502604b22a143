import Domain
import Freshness

/// The body of an incoming webhook of Slack, as docs.slack.dev/messaging has it.
///
/// What fires and what ended are an attachment each, with a bar of their colour.
struct SlackMessage: Encodable {
    struct Attachment: Encodable {
        let color: String
        let title: String
        let titleLink: String
        let text: String
        let fallback: String

        enum CodingKeys: String, CodingKey {
            case color, title, text, fallback
            case titleLink = "title_link"
        }
    }

    /// The most alerts that are told one by one, the others by name: more than a screen is not read.
    static let blockLimit = 10
    /// The most bytes of a summary, which is the line that phones show.
    private static let summaryLimit = 300
    /// The most bytes of a description.
    private static let descriptionLimit = 600
    /// The most bytes of a label, and of all further labels of an alert.
    private static let labelLimit = 100
    /// The most bytes of the name of an alert that is not told one by one.
    private static let nameLimit = 40

    let text: String
    let attachments: [Attachment]

    /// Makes the message; numbers count the alerts that are left out, too.
    init(_ notification: Notification, externalURL: String) {
        let selection = AlertSelection(notification.alerts)
        let all = Dictionary(grouping: notification.alerts, by: \.isFiring)
        let named = Dictionary(grouping: selection.alerts, by: \.isFiring)
        var blockRoom = Self.blockLimit
        text = Self.headline(notification)
        attachments = [true, false].compactMap { isFiring in
            guard let alerts = all[isFiring] else { return nil }
            let named = named[isFiring] ?? []
            let whole = named.prefix(blockRoom).sortedByLabels()
            blockRoom -= whole.count
            let state = isFiring ? "FIRING" : "RESOLVED"
            let title = "[\(state):\(alerts.count)] \(notification.group.alertname)"
            let summary = whole.first?.slackAnnotation("summary", toBytes: Self.summaryLimit) ?? ""
            let rest = Self.rest(
                named.dropFirst(whole.count).sortedByLabels(), isAfterOthers: !whole.isEmpty,
                leftOut: isFiring ? selection.firingLeftOut : selection.resolvedLeftOut,
                isFiring: isFiring)
            return Attachment(
                color: Self.color(of: alerts), title: title, titleLink: externalURL,
                text: (whole.map(Self.block) + rest).joined(separator: "\n\n"),
                fallback: summary.isEmpty ? title : "\(title): \(summary)")
        }
    }

    /// What a phone shows: the one alert, or how many there are.
    private static func headline(_ notification: Notification) -> String {
        let alerts = notification.alerts
        let fires = notification.reason == .repeated ? "Still firing" : "Firing"
        if let alert = alerts.first, alerts.count == 1 {
            let summary = alert.slackSummary(toBytes: summaryLimit)
            return "\(alert.isFiring ? fires : "Resolved"): \(summary)"
        }
        let firing = alerts.count(where: \.isFiring)
        let counts = [(fires, firing), ("Resolved", alerts.count - firing)].filter { $0.1 > 0 }
            .map { "\($0.0.lowercased()): \($0.1)" }
        return ([notification.group.alertname] + counts).joined(separator: ", ")
    }

    /// All of one alert; of what ended not what to do.
    private static func block(_ alert: Alert) -> String {
        let known: Set = ["alertname", "base", "severity"]
        let labels = alert.labels.filter { !known.contains($0.key) }.sorted { $0.key < $1.key }
            .map { "\($0.key)=\($0.value)" }.joined(separator: ", ")
        let base = alert.labels["base"].map { "*\($0.slackText(toBytes: labelLimit))*" }
        let severity = alert.labels["severity"]?.slackText(toBytes: labelLimit)
        let time =
            alert.endsAt.map { "from \(alert.startsAt.slackText) to \($0.slackText)" }
            ?? "since \(alert.startsAt.slackText)"
        let lines = [
            [base, severity, time].compactMap(\.self).joined(separator: " · "),
            alert.slackAnnotation("summary", toBytes: summaryLimit),
            alert.isFiring ? alert.slackAnnotation("description", toBytes: descriptionLimit) : "",
            alert.slackAnnotation("reason", toBytes: labelLimit),
            labels.slackText(toBytes: labelLimit),
        ]
        return lines.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    /// The names of alerts that are not told one by one, and how many have none here: one line, or
    /// none.
    private static func rest(
        _ alerts: [Alert], isAfterOthers: Bool, leftOut: Int, isFiring: Bool
    ) -> [String] {
        var names: [(name: String, count: Int)] = []
        for name in alerts.map({ $0.slackName(toBytes: nameLimit) }) {
            if names.last?.name == name {
                names[names.count - 1].count += 1
            } else {
                names.append((name, 1))
            }
        }
        let list = names.map { $0.count == 1 ? $0.name : "\($0.name) ×\($0.count)" }
        var parts = list.isEmpty ? [] : [list.joined(separator: ", ")]
        if leftOut > 0 {
            // What has ended is on no page, and what is new is told in any case.
            let place = isFiring ? "see the status page" : "the next message names them"
            parts.append("\(leftOut) more: \(place)")
        }
        guard !parts.isEmpty else { return [] }
        return [(isAfterOthers ? "and " : "") + parts.joined(separator: " and ")]
    }

    /// Slack's own names of colours, and for information the blue of its buttons.
    private static func color(of alerts: [Alert]) -> String {
        guard alerts.contains(where: \.isFiring) else { return "good" }
        switch Severity(of: alerts) {
        case .critical, .error: return "danger"
        case .warning: return "warning"
        case .info: return "#439FE0"
        }
    }
}

extension Alert {
    /// What tells the alert from others of its group: its base, or its labels where it has none.
    fileprivate func slackName(toBytes limit: Int) -> String {
        let further = labels.filter { $0.key != "severity" && $0.key != "alertname" }
            .sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ", ")
        let name = labels["base"] ?? (further.isEmpty ? labels["alertname"] ?? "" : further)
        return name.slackText(toBytes: limit)
    }

    /// What the alert says of itself; its name where it says nothing.
    fileprivate func slackSummary(toBytes limit: Int) -> String {
        let summary = slackAnnotation("summary", toBytes: limit)
        return summary.isEmpty
            ? (labels["alertname"] ?? "").slackText(toBytes: limit) : summary
    }

    fileprivate func slackAnnotation(_ name: String, toBytes limit: Int) -> String {
        annotations[name]?.slackText(toBytes: limit) ?? ""
    }
}

extension Timestamp {
    /// Such as "2026-06-16 14:00:00 UTC".
    fileprivate var slackText: String { "\(utcDate) \(utcClockText) UTC" }
}
