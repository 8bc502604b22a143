public import Freshness

/// What has been counted of one receiver since the process began.
public struct DeliveryCounters: Sendable, Hashable {
    /// Tries.
    public var attempts: UInt64 = 0
    /// Failed tries; a reason that never occurred is absent.
    public var failures: [DeliveryFailure: UInt64] = [:]
    /// Notifications that were given up.
    public var dropped: UInt64 = 0
    /// When a notification was last delivered by this process.
    public var lastSuccessAt: Timestamp?

    /// Makes counters that stand at zero.
    public init() {}
}
