/// How long to wait after an answer that was not good.
///
/// No wait is longer than `maxBackoff`, whatever a reply asks for.
public struct Backoff: Sendable, Hashable {
    public var minInterval: Duration
    /// The longest wait; `max_interval` where that is shorter.
    public var maxBackoff: Duration

    /// Failed answers of 401 or 403 in a row after which polling slows to `maxBackoff`.
    public static let rejectionsUntilSlow = 3

    /// Makes the backoff of the settings.
    public init(settings: PollSettings) {
        minInterval = settings.minInterval
        maxBackoff = min(settings.maxBackoff, settings.maxInterval)
    }

    /// The wait after failures that are no limit, counted from the end of the failed request.
    ///
    /// Doubles from 10 s, not under `minInterval` and not over the base's interval.
    ///
    /// | failures in a row | 1 | 2 | 3 | 4 | 5 | 6 |
    /// |---|---|---|---|---|---|---|
    /// | wait at 1 s and 5 min | 10 s | 20 s | 40 s | 80 s | 160 s | 5 min |
    public func wait(afterFailures failures: Int, interval: Duration) -> Duration {
        let doubled = Self.doubled(.seconds(10), times: failures - 1)
        return min(max(min(doubled, interval), minInterval), maxBackoff)
    }

    /// The wait of the gate after limit answers, counted from the last of them.
    ///
    /// The longer of what the answer asks for and `minInterval` × 2ⁿ, and up to a tenth on top so
    /// that clients are not let in all at once.
    ///
    /// - Parameters:
    ///   - answers: limit answers in a row, at least 1.
    ///   - retryAfter: what the answer asks for; nil where it asks for nothing.
    ///   - jitter: 0 to 1, drawn at random.
    public func wait(
        afterLimitAnswers answers: Int, retryAfter: Duration?, jitter: Double
    ) -> Duration {
        let longer = max(retryAfter ?? .zero, Self.doubled(minInterval, times: answers))
        let capped = min(longer, maxBackoff)
        return min(capped + capped * (jitter * 0.1), maxBackoff)
    }

    /// The time between two requests of a base whose key or plan was rejected again and again.
    public func slowInterval(own interval: Duration) -> Duration {
        max(interval, maxBackoff)
    }

    /// Doubles so often, stopped at a year, where every cap is long reached.
    private static func doubled(_ duration: Duration, times: Int) -> Duration {
        duration * (1 << min(max(times, 0), 24))
    }
}
