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
    /// The market session that due times count with, where a reply named one.
    ///
    /// Of the newest reply with this data; a reply after an opening says nothing of the time
    /// before it, so data from then keeps what was named while the market was closed.
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
