import Delivery
import Domain
import FoundationEssentials
import Freshness

/// A notification that only shows whether receivers are reached, and says so.
struct TestNotification {
    /// That of the alerts that wake people, so that the test goes where those go.
    static let severity = "critical"

    /// `alerts.labels` of the configuration.
    let labels: [String: String]
    /// The address of the status page.
    let externalURL: String
    /// Who sends it, and from where.
    let sender: String

    /// The user and the machine, for people.
    static func sender(environment: [String: String]) -> String {
        let user = ["SUDO_USER", "USER", "LOGNAME"].lazy.compactMap { environment[$0] }
            .first { !$0.isEmpty }
        let host = TerminalText.cell(ExternalURL.hostName)
        return user.map { "\(TerminalText.cell($0)) on \(host)" } ?? "somebody on \(host)"
    }

    /// The notification for a receiver, with the bodies that it makes of it.
    func item(
        for settings: ReceiverSettings, made receiver: any Receiver, at now: Timestamp
    ) -> OutboxItem {
        let notification = notification(to: settings.name, at: now)
        return OutboxItem(
            notification: notification, receiverType: settings.type.rawValue,
            bodies: receiver.bodies(
                for: notification, context: NotificationContext(externalURL: externalURL)))
    }

    private func notification(to receiver: String, at now: Timestamp) -> Notification {
        let own = ["alertname": AlertGroup.test.alertname, "severity": Self.severity]
        let alert = Alert(
            labels: labels.merging(own) { $1 },
            annotations: [
                "summary": "Test of the receiver \(receiver), nothing is wrong",
                "description": "\(sender) sent this by `\(HelpText.program) test-alert`, to see "
                    + "whether it arrives. No alert fires because of it, and nothing needs to be "
                    + "done.",
            ], startsAt: now)
        return Notification(
            id: "test_" + UUID().uuidString.filter { $0 != "-" }.lowercased(), receiver: receiver,
            group: .test, origin: GroupOrigin(labels: labels, externalURL: externalURL),
            reason: .first, createdAt: now, alerts: [alert])
    }
}
