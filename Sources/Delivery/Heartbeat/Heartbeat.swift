public import Domain
import Freshness
public import HTTP

/// The dead-man switch: when it is pinged, and what became of it.
///
/// A state machine without a clock. Whoever watches the other end pages when pings stay away, so a
/// ping that failed is tried again before the next one is due.
public struct Heartbeat: Sendable {
    private let settings: HeartbeatSettings
    /// That of the daemon, as it names itself.
    private let version: String
    private var due: MonotonicInstant
    /// When the ping after the one under way, or the failed one, is due.
    private var next: MonotonicInstant
    private var isInFlight = false
    /// Failed pings in a row.
    private var failures = 0
    private var lastSuccessAt: Timestamp?

    /// Makes a heartbeat whose first ping is due now.
    public init(settings: HeartbeatSettings, version: String, now: Moment) {
        self.settings = settings
        self.version = version
        due = now.instant
        next = now.instant
    }

    /// When the next ping is due; nil while one is under way.
    public var deadline: MonotonicInstant? { isInFlight ? nil : due }

    /// Takes in that a ping is sent now; nil where none is due.
    public mutating func begin(now: Moment) -> HTTPRequest? {
        guard !isInFlight, due <= now.instant else { return nil }
        isInFlight = true
        if next <= now.instant { next = now.instant.advanced(by: settings.interval) }
        return HTTPRequest(
            method: .get, url: settings.url.secret.reveal(),
            headers: HTTPHeaders([.userAgent(version: version)]),
            timeout: min(settings.interval, .seconds(10)), bodyLimit: 64 * 1024,
            leavesOnce: true)
    }

    /// Takes in how a ping ended.
    ///
    /// - Parameter jitter: 0 to 1, drawn at random.
    /// - Returns: whether pings began to fail, or ended to; nil where neither.
    public mutating func settle(
        isDelivered: Bool, jitter: Double, now: Moment
    ) -> HeartbeatChange? {
        isInFlight = false
        let wasFailing = failures > 0
        guard !isDelivered else {
            failures = 0
            lastSuccessAt = now.timestamp
            due = next
            return wasFailing ? .recovered : nil
        }
        failures += 1
        let wait = RetryPlan.wait(afterFailures: failures, lane: .quick, jitter: jitter)
        due = min(next, now.instant.advanced(by: wait ?? settings.interval))
        return wasFailing ? nil : .failing
    }

    /// Takes in that a ping was broken off before its end was known.
    public mutating func abandon() {
        isInFlight = false
    }

    /// What pages show of it.
    public var snapshot: HeartbeatSnapshot {
        HeartbeatSnapshot(
            address: settings.url.address, interval: settings.interval,
            lastSuccessAt: lastSuccessAt, failures: failures)
    }
}

/// What an operator may want to read of.
public enum HeartbeatChange: Sendable, Hashable {
    case failing
    case recovered
}
