public import ExchangeRate
public import Freshness

/// What is known of one symbol of a base, over restarts.
public struct SymbolState: Sendable, Hashable {
    public var base: CurrencyCode
    public var symbol: CurrencyCode
    /// When the first poll that asked for it was due: a symbol that never comes ages from here.
    public var expectedSince: Timestamp
    /// When a good answer last held the symbol, whether its value was newer or not.
    public var lastSeenAt: Timestamp?
    /// Whether the last good answer held it.
    public var isInLastGoodAnswer: Bool
    /// The newest value; nil while none has come.
    public var reading: Reading?

    /// Makes a state.
    public init(
        base: CurrencyCode, symbol: CurrencyCode, expectedSince: Timestamp,
        lastSeenAt: Timestamp? = nil, isInLastGoodAnswer: Bool = false, reading: Reading? = nil
    ) {
        self.base = base
        self.symbol = symbol
        self.expectedSince = expectedSince
        self.lastSeenAt = lastSeenAt
        self.isInLastGoodAnswer = isInLastGoodAnswer
        self.reading = reading
    }
}
