public import Freshness

/// When a server asks to be asked again (RFC 9110, 10.2.3).
public enum RetryAfter: Sendable, Hashable {
    /// So long after the answer arrived; never negative.
    case after(Duration)
    /// At this time of the server's clock.
    case at(Timestamp)

    /// How long to wait from the moment at which the answer arrived; never negative.
    ///
    /// A date is held against the server's own clock where the answer told it, so that a wrong clock
    /// on either side changes no wait.
    public func wait(serverTime: Timestamp?, arrivedAt: Timestamp) -> Duration {
        switch self {
        case .after(let duration): max(.zero, duration)
        case .at(let time): max(.zero, time - (serverTime ?? arrivedAt))
        }
    }
}
