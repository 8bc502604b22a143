public import ExchangeRate

/// What has been counted of one base since the process began.
public struct PollCounters: Sendable, Hashable {
    /// Requests made.
    public var polls: UInt64 = 0
    /// Failed requests; a reason that never occurred is absent.
    public var errors: [FailureReason: UInt64] = [:]
    /// Rates that were not taken; a reason that never occurred is absent.
    public var rejected: [RateRejection: UInt64] = [:]
    public var durations = DurationHistogram()

    /// Makes counters that stand at zero.
    public init() {}
}
