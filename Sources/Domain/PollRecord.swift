public import ExchangeRate
public import Freshness

/// One finished poll, for the status page's strip.
public struct PollRecord: Sendable, Hashable {
    public var base: CurrencyCode
    /// When the request was sent.
    public var startedAt: Timestamp
    public var duration: Duration
    public var result: PollResult

    /// How many records of a base are kept.
    public static let keptPerBase = 60

    /// Makes a record.
    public init(
        base: CurrencyCode, startedAt: Timestamp, duration: Duration, result: PollResult
    ) {
        self.base = base
        self.startedAt = startedAt
        self.duration = duration
        self.result = result
    }
}
