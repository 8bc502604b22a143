public import ExchangeRate

/// What came of one request for rates: the one thing that the pipeline takes in.
///
/// A failure takes the same way as a reading, because "stale" and "limited" are statements about
/// failures.
public struct PollOutcome: Sendable {
    public var base: CurrencyCode
    /// When the request was sent.
    public var startedAt: Moment
    /// When its answer was whole, or it failed.
    public var endedAt: Moment
    public var answer: Result<Latest, ExchangeRateError>

    /// Makes an outcome.
    public init(
        base: CurrencyCode, startedAt: Moment, endedAt: Moment,
        answer: Result<Latest, ExchangeRateError>
    ) {
        self.base = base
        self.startedAt = startedAt
        self.endedAt = endedAt
        self.answer = answer
    }
}
