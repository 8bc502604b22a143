public import Freshness

/// What the newest reply of a base says of all its symbols.
public struct ReplyContext: Sendable, Hashable {
    /// The reply's freshness class.
    public var source: String
    /// The reply's market session; nil where absent.
    public var marketSession: String?
    /// The time of the data as the provider spells it; may be empty.
    public var stamp: String
    /// The same as a time; nil where it cannot be read.
    public var observedAt: Timestamp?

    /// Makes a context.
    public init(source: String, marketSession: String?, stamp: String, observedAt: Timestamp?) {
        self.source = source
        self.marketSession = marketSession
        self.stamp = stamp
        self.observedAt = observedAt
    }
}
