public import Domain
public import ExchangeRate
import Freshness

/// What the pace over all bases makes of their intervals.
///
/// Requests are spaced evenly, so `n` bases that ask for more than the pace allows have to wait
/// for their turn: every interval grows by the same lag, until the requests fit.
///
/// | bases | configured | pace | in force |
/// |---|---|---|---|
/// | 1 | 5 min | 90 an hour | 5 min |
/// | 30 | 5 min | 90 an hour | 20 min |
/// | 1 and 49 | 1 min and 1 h | 90 an hour | 1 min 27 s and 1 h 27 s |
public struct PacePlan: Sendable, Hashable {
    /// The time between two requests of any bases; zero: no limit.
    public let spacing: Duration
    private let intervals: [CurrencyCode: Duration]

    /// Makes the plan of a configuration.
    public init(bases: [WatchedBase], settings: PollSettings) {
        spacing = Self.spacing(
            perMinute: settings.requestsPerMinute, perHour: settings.requestsPerHour)
        let lag = Self.lag(intervals: bases.map(\.interval), spacing: spacing)
        intervals = Dictionary(
            bases.map { ($0.base, $0.interval + lag) }, uniquingKeysWith: { first, _ in first })
    }

    /// The interval in force: the configured one, or the base's turn in the pace.
    public func interval(of base: CurrencyCode) -> Duration {
        intervals[base] ?? .zero
    }

    /// The intervals in force.
    var inForce: some Collection<Duration> { intervals.values }

    /// Requests an hour over all bases while nothing fails.
    public var requestsPerHour: Double {
        intervals.values.reduce(0) { $0 + 3600 / $1.inSeconds }
    }

    private static func spacing(perMinute: Int, perHour: Int) -> Duration {
        max(
            perMinute > 0 ? .seconds(60) / perMinute : .zero,
            perHour > 0 ? .seconds(3600) / perHour : .zero)
    }

    /// The smallest lag at which the bases take no more than the whole of the pace.
    private static func lag(intervals: [Duration], spacing: Duration) -> Duration {
        let spacing = spacing.inSeconds
        func load(_ lag: Double) -> Double {
            intervals.reduce(0) { $0 + spacing / ($1.inSeconds + lag) }
        }
        guard load(0) > 1 else { return .zero }
        var low = 0.0
        var high = spacing * Double(intervals.count)
        // Halving 60 times ends far under a nanosecond.
        for _ in 0..<60 {
            let middle = (low + high) / 2
            if load(middle) > 1 { low = middle } else { high = middle }
        }
        return .milliseconds(Int64((high * 1000).rounded(.up)))
    }
}
