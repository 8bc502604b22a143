public import FoundationEssentials
public import Freshness

/// The newest value of one symbol, with the time of the data.
public struct Reading: Sendable, Hashable {
    /// Units of the symbol for one base, exact.
    public var rate: Decimal
    /// The data's own time.
    public var observedAt: Timestamp
    /// The data's own time as the provider spells it.
    public var stamp: String
    /// The freshness class, as the API names it.
    public var source: String
    /// The reply's market session, where it had one.
    public var marketSession: String?
    /// What an exporter upstream adds to its limits: the summed intervals of the chain behind it.
    public var upstreamInterval: Duration

    /// Makes a reading.
    public init(
        rate: Decimal, observedAt: Timestamp, stamp: String, source: String,
        marketSession: String? = nil, upstreamInterval: Duration = .zero
    ) {
        self.rate = rate
        self.observedAt = observedAt
        self.stamp = stamp
        self.source = source
        self.marketSession = marketSession
        self.upstreamInterval = upstreamInterval
    }
}
