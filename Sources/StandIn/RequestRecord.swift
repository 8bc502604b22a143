import APIModel
import Freshness

/// A request that came, as the log and the control path show it.
struct RequestRecord: Sendable {
    /// What the `Authorization` header brought; never its value.
    enum Key: String, Sendable {
        case yes
        case no
        case unusable
    }

    /// Counts from 1.
    let id: Int
    /// By the machine's clock.
    let at: Timestamp
    let method: String
    let target: String
    let key: Key
    /// Nil where no status is sent.
    let status: Int?
    let faults: [FaultKind]

    init(id: Int, at: Timestamp, request: APIRequest, answer: APIAnswer) {
        self.id = id
        self.at = at
        method = request.method
        target = request.target
        key =
            switch Credential(authorization: request.authorization) {
            case .absent: .no
            case .key: .yes
            case .unusable: .unusable
            }
        status =
            switch answer.delivery.manner {
            case .hang, .reset(afterBytes: nil): nil
            case .whole, .drip, .reset, .cut: answer.status
            }
        faults = answer.faults
    }

    /// One line in logfmt.
    var line: String {
        let faults = faults.isEmpty ? "none" : faults.map(\.rawValue).joined(separator: "+")
        return "time=\(timeText) method=\(method) path=\(JSONText.quoted(target)) "
            + "status=\(status.map { "\($0)" } ?? "none") fault=\(faults) key=\(key.rawValue)"
    }

    /// The record as an object.
    var json: String {
        JSONText.object([
            ("id", "\(id)"), ("at_ms", "\(milliseconds)"),
            ("method", JSONText.quoted(method)), ("path", JSONText.quoted(target)),
            ("status", status.map { "\($0)" } ?? "null"),
            ("faults", JSONText.list(faults.map { JSONText.quoted($0.rawValue) })),
            ("key", JSONText.quoted(key.rawValue)),
        ])
    }

    private var milliseconds: Int64 {
        at.wholeSeconds * 1000 + at.nanosecondsOfSecond / 1_000_000
    }

    private var timeText: String {
        (at - .nanoseconds(at.nanosecondsOfSecond % 1_000_000)).iso8601
    }
}
