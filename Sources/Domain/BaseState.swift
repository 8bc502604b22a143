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
    /// Until when the last failed answer asked to be left alone; nil where it did not.
    public var notBefore: Timestamp?
    /// The context of the newest reply; nil before the first good one.
    public var context: ReplyContext?

    /// Makes a state.
    public init(
        base: CurrencyCode, firstDueAt: Timestamp, lastAttemptAt: Timestamp? = nil,
        lastSuccessAt: Timestamp? = nil, lastResult: PollResult? = nil, failuresInARow: Int = 0,
        notBefore: Timestamp? = nil, context: ReplyContext? = nil
    ) {
        self.base = base
        self.firstDueAt = firstDueAt
        self.lastAttemptAt = lastAttemptAt
        self.lastSuccessAt = lastSuccessAt
        self.lastResult = lastResult
        self.failuresInARow = failuresInARow
        self.notBefore = notBefore
        self.context = context
    }
}
