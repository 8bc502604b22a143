import Domain
import Freshness

@testable import Alerting

/// A group, and what it sends; every notification is delivered at once unless told otherwise.
struct GroupRun {
    static let timing = GroupTracker.Timing(
        wait: .seconds(10), interval: .seconds(60), repeatInterval: .seconds(600))

    var group: GroupTracker
    /// What was sent, with what of it was named.
    var sent: [(at: Int, reason: Notification.Reason, alerts: String)] = []
    var waiting: Notification?
    var delivers = true
    private let sendsResolved: Bool
    private var now = 0

    init(sendsResolved: Bool = true) {
        self.sendsResolved = sendsResolved
        group = GroupTracker(
            receiver: "oncall", name: .stale, origin: GroupOrigin(),
            sendsResolved: sendsResolved,
            timing: Self.timing,
            now: .example)
    }

    mutating func fire(_ name: String, at second: Int) {
        advance(to: second)
        group.take(
            .fired(Self.alert(name, start: second)), timing: Self.timing, now: .after(second))
    }

    mutating func resolve(_ name: String, started: Int, at second: Int) {
        advance(to: second)
        var alert = Self.alert(name, start: started)
        alert.endsAt = Moment.after(second).timestamp
        group.take(.resolved(alert), timing: Self.timing, now: .after(second))
    }

    mutating func deliver(at second: Int) {
        advance(to: second)
        if let waiting { group.settle(waiting, timing: Self.timing, now: .after(second)) }
        waiting = nil
    }

    mutating func drop(at second: Int) {
        advance(to: second)
        if let waiting { group.drop(waiting, timing: Self.timing, now: .after(second)) }
        waiting = nil
    }

    mutating func restart(at second: Int) {
        advance(to: second)
        group = GroupTracker(
            group.state, waiting: waiting, sendsResolved: sendsResolved, timing: Self.timing,
            now: .after(second))
    }

    mutating func advance(to second: Int) {
        while let due = group.deadline(timing: Self.timing), due <= Moment.after(second).instant {
            let moment = Moment.example.advanced(
                by: max(Moment.example.instant.duration(to: due), .seconds(now)))
            guard
                let notification = group.flush(timing: Self.timing, id: "id", now: moment)
            else { break }
            let at = Int(Moment.example.instant.duration(to: moment.instant).inSeconds)
            let alerts = AlertSelection(notification.alerts).alerts.map { alert in
                (alert.isFiring ? "+" : "-") + (alert.labels["base"] ?? "")
            }
            sent.append((at, notification.reason, alerts.joined(separator: " ")))
            if delivers {
                group.settle(notification, timing: Self.timing, now: moment)
            } else {
                waiting = notification
            }
        }
        now = second
    }

    var story: [String] { sent.map { "\($0.at): \($0.reason.rawValue): \($0.alerts)" } }

    static func alert(_ name: String, start: Int) -> Alert {
        Alert(labels: ["base": name], annotations: [:], startsAt: Moment.after(start).timestamp)
    }
}
