public import Freshness

/// When a server asks to be asked again (RFC 9110, 10.2.3).
public enum RetryAfter: Sendable, Hashable {
    /// So long after the answer arrived; never negative.
    case after(Duration)
    /// At this time of the server's clock.
    case at(Timestamp)
}
