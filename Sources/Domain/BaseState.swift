public import ExchangeRate
public import Freshness

/// What is known of the polls of one base, over restarts.
public struct BaseState: Sendable, Hashable {
    public var base: CurrencyCode
    /// When the very first poll was due.
    public var firstDueAt: Timestamp
    /// When a request was last sent; written before it is.
    public var lastAttemptAt: Timestamp?
    /// When the last good answer came.
    public var lastSuccessAt: Timestamp?
    /// How the last attempt ended; nil before its end.
    public var lastResult: PollResult?
    /// Failures since the last good answer; limit answers are not among them.
    public var failuresInARow: Int
    /// Answers of 403 `forbidden` since the last other answer.
    public var forbiddenInARow: Int
    /// The context of the newest reply; nil before the first good one.
    public var context: ReplyContext?

    /// Makes a state.
    public init(
        base: CurrencyCode, firstDueAt: Timestamp, lastAttemptAt: Timestamp? = nil,
        lastSuccessAt: Timestamp? = nil, lastResult: PollResult? = nil, failuresInARow: Int = 0,
        forbiddenInARow: Int = 0, context: ReplyContext? = nil
    ) {
        self.base = base
        self.firstDueAt = firstDueAt
        self.lastAttemptAt = lastAttemptAt
        self.lastSuccessAt = lastSuccessAt
        self.lastResult = lastResult
        self.failuresInARow = failuresInARow
        self.forbiddenInARow = forbiddenInARow
        self.context = context
    }
}
