import APIModel
import FoundationEssentials
import Freshness

/// A notification that the sink got, in Alertmanager's webhook format.
struct SinkPage: Sendable {
    /// The part of the body that is printed.
    private struct Message: Decodable {
        struct Alert: Decodable {
            let status: String
            let labels: [String: String]
            let annotations: [String: String]
        }

        let status: String
        let reason: String?
        let alerts: [Alert]

        enum CodingKeys: String, CodingKey {
            case status, alerts
            case reason = "notification_reason"
        }
    }

    /// By the machine's clock.
    let at: Timestamp
    /// The header `webhook-id`; nil where absent.
    let id: String?
    /// The status that the sink answered with.
    let answered: Int
    let body: String
    private let message: Message?

    /// Takes in a request's body.
    init(at: Timestamp, id: String?, answered: Int, body: [UInt8]) {
        self.at = at
        self.id = id
        self.answered = answered
        self.body = String(decoding: body, as: UTF8.self)
        message = try? JSONDecoder().decode(Message.self, from: Data(body))
    }

    /// A line for each alert, in logfmt.
    var lines: [String] {
        let head = "time=\(at.iso8601) page="
        guard let message else { return [head + "unreadable bytes=\(body.utf8.count)"] }
        return message.alerts.map { alert in
            let subject = ["alertname", "base", "severity"].compactMap { name in
                alert.labels[name].map { "\(name)=\(JSONText.quoted($0))" }
            }
            return
                (["\(head)\(alert.status)", "answered=\(answered)"] + subject + [
                    "reason=\(JSONText.quoted(message.reason ?? ""))",
                    "summary=\(JSONText.quoted(alert.annotations["summary"] ?? ""))",
                ]).joined(separator: " ")
        }
    }

    /// The page as an object; the body as a string, whatever it is.
    var json: String {
        JSONText.object([
            ("at_ms", "\(at.nanosecondsSinceEpoch / 1_000_000)"),
            ("id", id.map { JSONText.quoted($0) } ?? "null"), ("answered", "\(answered)"),
            ("body", JSONText.quoted(body)),
        ])
    }
}
