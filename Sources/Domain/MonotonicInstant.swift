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

    public func advanced(by duration: Duration) -> Self {
        let (sum, overflows) = nanosecondsSinceBoot.addingReportingOverflow(
            duration.clampedNanoseconds)
        guard overflows else { return Self(nanosecondsSinceBoot: sum) }
        return Self(nanosecondsSinceBoot: duration < .zero ? .min : .max)
    }

    public func duration(to other: Self) -> Duration {
        .nanoseconds(other.nanosecondsSinceBoot) - .nanoseconds(nanosecondsSinceBoot)
    }

    public static func < (left: Self, right: Self) -> Bool {
        left.nanosecondsSinceBoot < right.nanosecondsSinceBoot
    }
}
