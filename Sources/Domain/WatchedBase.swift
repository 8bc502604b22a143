public import ExchangeRate

/// A base to poll, with its symbols and its interval.
public struct WatchedBase: Sendable, Hashable {
    public var base: CurrencyCode
    /// The quotes to ask for, sorted, without the base; empty: all that the API returns.
    public var symbols: [CurrencyCode]
    /// The configured time between two polls.
    public var interval: Duration

    /// Makes a base to poll.
    public init(base: CurrencyCode, symbols: [CurrencyCode], interval: Duration) {
        self.base = base
        self.symbols = symbols.filter { $0 != base }.sorted()
        self.interval = interval
    }
}
