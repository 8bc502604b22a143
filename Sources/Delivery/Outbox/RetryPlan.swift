/// How long a delivery waits after it failed.
enum RetryPlan {
    /// The longest wait that a receiver may ask for.
    static let longestRetryAfter: Duration = .seconds(15 * 60)

    /// The wait that follows a failure; nil: no try before the receiver's URL changes.
    ///
    /// | failures | 1 | 2 | 3 | 4 | 5 | 6 | 7+ |
    /// |---|---|---|---|---|---|---|---|
    /// | quick | 1 s | 5 s | 15 s | 60 s | 2 min | 4 min | 5 min |
    /// | slow | 15 min | | | | | | |
    ///
    /// The quick ones are up to a fifth shorter or longer, so that receivers that come back are not
    /// met by everybody at once.
    ///
    /// - Parameters:
    ///   - failures: failed tries so far, at least 1.
    ///   - jitter: 0 to 1, drawn at random.
    static func wait(afterFailures failures: Int, lane: DeliveryLane, jitter: Double) -> Duration? {
        let ladder: [Duration] = [1, 5, 15, 60, 120, 240, 300].map { .seconds($0) }
        switch lane {
        case .quick:
            let step = ladder[min(max(failures, 1), ladder.count) - 1]
            return step * (0.8 + 0.4 * min(max(jitter, 0), 1))
        case .slow: return .seconds(15 * 60)
        case .stopped: return nil
        }
    }
}
