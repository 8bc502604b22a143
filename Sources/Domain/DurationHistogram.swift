/// How many durations fell under each of fixed bounds: a Prometheus histogram.
public struct DurationHistogram: Sendable, Hashable {
    /// Upper bounds, rising; around the 10 s that a poll may take by default.
    public static let bounds: [Duration] = [
        .milliseconds(10), .milliseconds(25), .milliseconds(50), .milliseconds(100),
        .milliseconds(250), .milliseconds(500), .seconds(1), .milliseconds(2500), .seconds(5),
        .seconds(10), .seconds(30), .seconds(60),
    ]

    /// How many fell under each bound and above the one before; the last counts what is above all.
    public private(set) var counts: [UInt64]
    public private(set) var sum: Duration

    /// Makes an empty histogram.
    public init() {
        counts = Array(repeating: 0, count: Self.bounds.count + 1)
        sum = .zero
    }

    /// How many durations there are.
    public var count: UInt64 { counts.reduce(0, +) }

    /// Counts a duration.
    public mutating func observe(_ duration: Duration) {
        let bucket = Self.bounds.firstIndex { duration <= $0 } ?? Self.bounds.count
        counts[bucket] += 1
        sum += duration
    }
}
