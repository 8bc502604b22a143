public import ExchangeRate
public import Freshness

/// A fault, and the requests that it befalls.
public struct FaultRule: Sendable, Hashable {
    public var kind: FaultKind
    public var fault: Fault
    /// How many requests it still befalls; nil for no end.
    public var remaining: Int?
    /// Befalls every n-th of the requests that match: 1 is each of them.
    public var every: Int
    /// The base that it befalls; nil for all.
    public var base: CurrencyCode?
    /// When it begins; nil for at once.
    public var start: Timestamp?
    /// When it ends, itself not within; nil for never.
    public var end: Timestamp?

    /// Makes a rule.
    public init(
        _ fault: Fault, remaining: Int? = nil, every: Int = 1, base: CurrencyCode? = nil,
        from start: Timestamp? = nil, until end: Timestamp? = nil
    ) {
        self.init(
            kind: fault.kind, fault: fault, remaining: remaining, every: every, base: base,
            start: start, end: end)
    }

    init(
        kind: FaultKind, fault: Fault, remaining: Int?, every: Int, base: CurrencyCode?,
        start: Timestamp?, end: Timestamp?
    ) {
        self.kind = kind
        self.fault = fault
        self.remaining = remaining
        self.every = max(1, every)
        self.base = base
        self.start = start
        self.end = end
    }
}
