import Domain
import Freshness
import Rehearsal

/// What happened in a rehearsal, in its order.
struct RehearsalTimeline {
    private let report: RehearsalReport

    /// Makes it.
    init(_ report: RehearsalReport) {
        self.report = report
    }

    /// A line an event, and what notifications say below theirs.
    var lines: [String] {
        // Of what happens at once, the cause comes first.
        let events = (incidents + alerts + notifications).enumerated().sorted {
            ($0.element.at, $0.offset) < ($1.element.at, $1.offset)
        }
        return events.isEmpty
            ? ["No alert fired."] : ["TIMELINE"] + events.flatMap { Self.text(of: $0.element) }
    }

    private struct Event {
        let at: Timestamp
        let title: String
        var details: [String] = []
    }

    private var incidents: [Event] {
        report.incidents.flatMap { outcome in
            [
                Event(at: outcome.incident.start, title: "incident  \(outcome.incident.title)"),
                Event(at: outcome.incident.end, title: "over      \(outcome.incident.title)"),
            ].filter { $0.at < report.settings.span.end }
        }
    }

    private var alerts: [Event] {
        report.alerts.flatMap { fired in
            let alert = fired.alert
            let note = fired.isWithoutIncident ? ", without an incident" : ""
            let since =
                fired.firedAt - alert.startsAt < .seconds(1)
                ? "" : ", since \(UTCText.time(alert.startsAt))"
            let start = Event(
                at: fired.firedAt, title: "fires     \(Self.name(of: alert))\(since)\(note)")
            guard let endsAt = alert.endsAt else { return [start] }
            return [start, Event(at: endsAt, title: "ends      \(Self.name(of: alert))")]
        }
    }

    /// One event for all receivers that are told the same at once.
    private var notifications: [Event] {
        var events: [Event] = []
        var names: [String] = []
        var words: String?
        for delivery in report.deliveries {
            let notification = delivery.notification
            let status = notification.isFiring ? "firing" : "resolved"
            let tries = delivery.attempts > 1 ? ", after \(delivery.attempts) tries" : ""
            let alarm = delivery.isFalsePage ? " FALSE PAGE" : ""
            let title = "\(status), \(notification.reason.rawValue)\(tries)\(alarm)"
            let details = notification.alerts.flatMap { alert in
                Self.words(of: alert, in: notification)
            }
            if events.last?.at == delivery.at, events.last?.details == details, words == title {
                names.append(notification.receiver)
                events.removeLast()
            } else {
                names = [notification.receiver]
            }
            words = title
            events.append(
                Event(
                    at: delivery.at, title: "told      \(names.joined(separator: ", ")): \(title)",
                    details: details))
        }
        return events
    }

    /// The summary of an alert; where it is told that it began, its description as well.
    private static func words(of alert: Alert, in notification: Notification) -> [String] {
        let status = alert.isFiring ? "firing" : "resolved"
        let title = "\(status): \(alert.annotations["summary"] ?? name(of: alert))"
        let description =
            switch notification.reason {
            case .first, .added: alert.annotations["description"]
            case .someResolved, .allResolved, .repeated: nil as String?
            }
        return [title] + [description].compactMap { $0.map { "  \($0)" } }
    }

    private static func name(of alert: Alert) -> String {
        let name = alert.labels["alertname"] ?? ""
        return alert.labels["base"].map { "\(name) \($0)" } ?? name
    }

    private static func text(of event: Event) -> [String] {
        ["\(UTCText.dayAndTime(event.at))  \(event.title)"]
            + event.details.map { "    \(printable($0))" }
    }

    private static func printable(_ text: String) -> String {
        String(
            String.UnicodeScalarView(text.unicodeScalars.filter { !$0.isObeyedOrHidden }))
    }
}
