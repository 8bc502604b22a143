import Domain
import Freshness

/// The alerts that are pending or fire, and what becomes of telling them, as JSON.
///
/// The shape is that of https://prometheus.io/docs/prometheus/latest/querying/api/#alerts, so that
/// its clients read it; beside the alerts stand the receivers, which they pass over. All follows
/// from the snapshot: times are given instead of ages, so that nothing moves by itself.
struct AlertsDocument: Encodable {
    struct Content: Encodable {
        let alerts: [Alert]
        let receivers: [Receiver]
        /// Absent where none is configured.
        let heartbeat: Heartbeat?
    }

    struct Alert: Encodable {
        let labels: [String: String]
        let annotations: [String: String]
        /// `pending` or `firing`.
        let state: String
        let activeAt: String
        /// Since when the condition holds no more, while the alert still fires.
        let keepFiringSince: String?
        /// Of a condition that holds, in the form in which Prometheus sends numbers here.
        let value = "1e+00"
    }

    struct Receiver: Encodable {
        let name: String
        let type: String
        let address: String
        /// Whether it said that it is gone.
        let stopped: Bool
        let attempts: UInt64
        /// By reason; every reason is there.
        let failures: [String: UInt64]
        let dropped: UInt64
        let lastSuccess: String?
        let queueLength: Int
        /// When the oldest undelivered notification was made.
        let oldest: String?
        let failingAddresses: [FailingAddress]
        let undelivered: [Undelivered]
    }

    struct Heartbeat: Encodable {
        let address: String
        let lastSuccess: String?
        /// In a row.
        let failures: Int
    }

    struct FailingAddress: Encodable {
        let address: String
        let lastFailure: String
    }

    struct Undelivered: Encodable {
        let groupKey: String
        let alertname: String
        /// `firing` where at least one of its alerts fires, else `resolved`.
        let status: String
        /// How many it tells of.
        let alerts: Int
        let createdAt: String
        let attempts: Int
        let lastFailure: String?
        /// Absent where that is at once, under way, or never.
        let nextTry: String?
    }

    let status = "success"
    let data: Content

    /// Makes the document.
    init(_ snapshot: Snapshot) {
        data = Content(
            alerts: snapshot.alerts.compactMap { alert in alert.state.map { Alert($0) } },
            receivers: snapshot.receivers.map(Receiver.init),
            heartbeat: snapshot.heartbeat.map { heartbeat in
                Heartbeat(
                    address: heartbeat.address,
                    lastSuccess: heartbeat.lastSuccessAt?.iso8601, failures: heartbeat.failures)
            })
    }
}

extension AlertsDocument.Alert {
    fileprivate init(_ state: AlertState) {
        labels = state.labels
        annotations = state.annotations
        self.state = state.phase.rawValue
        activeAt = state.startsAt.iso8601
        keepFiringSince = state.clearedAt?.iso8601
    }
}

extension AlertsDocument.Receiver {
    fileprivate init(_ receiver: ReceiverSnapshot) {
        name = receiver.name
        type = receiver.type
        address = receiver.address
        stopped = receiver.isStopped
        attempts = receiver.counters.attempts
        let counts = DeliveryFailure.allCases.map {
            ($0.rawValue, receiver.counters.failures[$0] ?? 0)
        }
        failures = Dictionary(uniqueKeysWithValues: counts)
        dropped = receiver.counters.dropped
        lastSuccess = receiver.counters.lastSuccessAt?.iso8601
        queueLength = receiver.waiting.count
        oldest = receiver.waiting.map(\.createdAt).min()?.iso8601
        failingAddresses = receiver.failingAddresses.map {
            AlertsDocument.FailingAddress(address: $0.address, lastFailure: $0.failure.rawValue)
        }
        undelivered = receiver.waiting.map { waiting in
            AlertsDocument.Undelivered(
                groupKey: waiting.group.groupKey, alertname: waiting.group.alertname,
                status: waiting.isFiring ? "firing" : "resolved", alerts: waiting.alertCount,
                createdAt: waiting.createdAt.iso8601, attempts: waiting.attempts,
                lastFailure: waiting.lastFailure?.rawValue,
                nextTry: receiver.isStopped ? nil : waiting.nextAttemptAt?.iso8601)
        }
    }
}
