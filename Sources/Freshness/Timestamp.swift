/// A point of wall-clock time: nanoseconds since 1970-01-01T00:00:00Z, without leap seconds.
///
/// Covers the years 1678 to 2261; `init?(seconds:nanoseconds:)` is nil beyond.
public struct Timestamp: Sendable, Hashable, Comparable {
    public var nanosecondsSinceEpoch: Int64

    /// The start of the epoch.
    public static let epoch = Timestamp(nanosecondsSinceEpoch: 0)

    /// Makes a time from nanoseconds since the epoch.
    public init(nanosecondsSinceEpoch: Int64) {
        self.nanosecondsSinceEpoch = nanosecondsSinceEpoch
    }

    /// Makes a time from whole seconds since the epoch, and nanoseconds after them.
    public init?(seconds: Int64, nanoseconds: Int64 = 0) {
        let (product, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, sumOverflows) = product.addingReportingOverflow(nanoseconds)
        guard !overflows, !sumOverflows else { return nil }
        nanosecondsSinceEpoch = sum
    }

    /// Seconds since the epoch, rounded towards the past.
    public var wholeSeconds: Int64 {
        let (quotient, remainder) = nanosecondsSinceEpoch.quotientAndRemainder(
            dividingBy: 1_000_000_000)
        return remainder < 0 ? quotient - 1 : quotient
    }

    /// The nanoseconds after `wholeSeconds`: 0 to 999,999,999.
    public var nanosecondsOfSecond: Int64 {
        let remainder = nanosecondsSinceEpoch % 1_000_000_000
        return remainder < 0 ? remainder + 1_000_000_000 : remainder
    }

    public static func < (left: Self, right: Self) -> Bool {
        left.nanosecondsSinceEpoch < right.nanosecondsSinceEpoch
    }

    /// The time this much later; a result out of range stops at the end of the range.
    public static func + (left: Self, right: Duration) -> Self {
        let sum = Duration.nanoseconds(left.nanosecondsSinceEpoch) + right
        return Timestamp(nanosecondsSinceEpoch: sum.clampedNanoseconds)
    }

    /// The time this much earlier.
    public static func - (left: Self, right: Duration) -> Self {
        left + (.zero - right)
    }

    /// The time from one point to another; negative where the left is the earlier.
    public static func - (left: Self, right: Self) -> Duration {
        .nanoseconds(left.nanosecondsSinceEpoch) - .nanoseconds(right.nanosecondsSinceEpoch)
    }
}
