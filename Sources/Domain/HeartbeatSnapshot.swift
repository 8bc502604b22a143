public import Freshness

/// What a page shows of the dead-man switch.
public struct HeartbeatSnapshot: Sendable, Hashable {
    /// Scheme and host of its URL, never more.
    public var address: String
    public var interval: Duration
    /// When it was last pinged with success by this process.
    public var lastSuccessAt: Timestamp?
    /// Failed pings in a row.
    public var failures: Int

    /// Makes a snapshot.
    public init(address: String, interval: Duration, lastSuccessAt: Timestamp?, failures: Int) {
        self.address = address
        self.interval = interval
        self.lastSuccessAt = lastSuccessAt
        self.failures = failures
    }
}
