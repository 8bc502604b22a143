import Delivery
import Domain

/// What the plan tells of receivers: who is told what, and where; of URLs scheme and host alone.
struct ReceiverPlan {
    let receivers: [ReceiverSettings]

    /// The table, with its head; the further addresses of a cluster have a row each.
    var rows: [[String]] {
        [["RECEIVER", "TYPE", "ADDRESS", "SIGNED", "HEADERS", "RESOLVED", "ALERTS"]]
            + receivers.flatMap { receiver in
                let row = [
                    receiver.name, receiver.type.rawValue, receiver.url.address,
                    Self.signing(receiver.signingSecrets.count),
                    receiver.headers.isEmpty
                        ? "-" : receiver.headers.map(\.name).joined(separator: " "),
                    receiver.sendsResolved ? "yes" : "no",
                    receiver.alerts.sorted().map(\.settingsKey).joined(separator: " "),
                ]
                return [row] + receiver.otherURLs.map { ["", "", $0.address] }
            }
    }

    private static func signing(_ secrets: Int) -> String {
        switch secrets {
        case 0: "no"
        case 1: "yes"
        default: "by \(secrets) secrets"
        }
    }
}
