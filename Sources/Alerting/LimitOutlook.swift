public import Freshness

/// What the gate means for the data at hand.
public struct LimitOutlook: Sendable, Hashable {
    /// When the gate opens; nil while it is open.
    public var gateOpensAt: Timestamp?
    /// When the first base that is fresh now becomes stale; nil where none is fresh, or no answer
    /// speaks of limits.
    public var staleFrom: Timestamp?

    /// Makes an outlook.
    public init(gateOpensAt: Timestamp? = nil, staleFrom: Timestamp? = nil) {
        self.gateOpensAt = gateOpensAt
        self.staleFrom = staleFrom
    }

    /// Whether the gate opens only after data that is fresh now has become stale.
    var gateMakesStale: Bool {
        guard let gateOpensAt, let staleFrom else { return false }
        return gateOpensAt > staleFrom
    }
}
