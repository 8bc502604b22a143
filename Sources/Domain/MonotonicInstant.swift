import Freshness

/// A point of the clock that never jumps and counts suspends: nanoseconds since the boot.
///
/// Only differences mean anything; an instant is never stored beyond the process.
public struct MonotonicInstant: Sendable, Hashable, InstantProtocol {
    public var nanosecondsSinceBoot: Int64

    /// Makes an instant.
    public init(nanosecondsSinceBoot: Int64) {
        self.nanosecondsSinceBoot = nanosecondsSinceBoot
    }

    /// The instant this much later; a result out of range stops at the end of the range.
    public func advanced(by duration: Duration) -> Self {
        let sum = Duration.nanoseconds(nanosecondsSinceBoot) + duration
        return Self(nanosecondsSinceBoot: sum.clampedNanoseconds)
    }

    public func duration(to other: Self) -> Duration {
        .nanoseconds(other.nanosecondsSinceBoot) - .nanoseconds(nanosecondsSinceBoot)
    }

    public static func < (left: Self, right: Self) -> Bool {
        left.nanosecondsSinceBoot < right.nanosecondsSinceBoot
    }
}
