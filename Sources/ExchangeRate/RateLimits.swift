public import Freshness

/// What the API's headers say of its limits; which window they describe is not known.
public struct RateLimits: Sendable, Hashable {
    /// `X-RateLimit-Remaining`: requests left; nil where absent or unreadable.
    public var remaining: Int64?
    /// `X-RateLimit-Reset`: when the window ends.
    public var reset: Timestamp?

    /// Makes limits.
    public init(remaining: Int64? = nil, reset: Timestamp? = nil) {
        self.remaining = remaining
        self.reset = reset
    }
}
