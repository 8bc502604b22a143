public import FoundationEssentials
public import Freshness

/// The newest rates of one base, as the API sent them.
public struct Latest: Sendable, Hashable {
    public var base: CurrencyCode
    /// The freshness class of the reply: `live`, `ecb_daily`, `fred_daily`, or a name yet unknown.
    ///
    /// Kept as sent but for its length; `unknown` where the reply has none.
    public var source: String
    /// `open`, `weekend`, `interbank_closed`, or a name yet unknown; nil where absent.
    public var marketSession: String?
    /// The time of the data: the provider's string, exactly as sent.
    ///
    /// The reply's `timestamp` where the API sent none, and empty where it sent neither; a text
    /// that is no time is cut.
    public var dataUpdatedAt: String
    /// The time that `dataUpdatedAt` stands for; nil where it cannot be read.
    public var observedAt: Timestamp?
    /// Units of each symbol for one base: positive, exact decimals.
    public var rates: [String: Decimal]
    /// The freshness class of single symbols, where the reply is mixed.
    public var sources: [String: String]
    /// The observation time of single symbols, as sent.
    public var effectiveAt: [String: String]
    /// The times that `effectiveAt` stands for, where they can be read.
    public var effectiveTimes: [String: Timestamp]
    /// Symbols whose value was not taken, and why.
    public var rejected: [String: RateRejection]
    /// The provider's notice, such as that rates are indicative and not for settlement.
    public var notice: String?
    /// The time between the polls of an exporter that this reply came from, summed along a chain.
    public var pollInterval: Duration?
    public var limits: RateLimits
    /// The server's clock: the `Date` header, and the time in a cache since.
    public var serverTime: Timestamp?

    /// Makes rates.
    public init(
        base: CurrencyCode, source: String, marketSession: String? = nil, dataUpdatedAt: String,
        observedAt: Timestamp?, rates: [String: Decimal], sources: [String: String] = [:],
        effectiveAt: [String: String] = [:], effectiveTimes: [String: Timestamp] = [:],
        rejected: [String: RateRejection] = [:], notice: String? = nil,
        pollInterval: Duration? = nil, limits: RateLimits = RateLimits(),
        serverTime: Timestamp? = nil
    ) {
        self.base = base
        self.source = source
        self.marketSession = marketSession
        self.dataUpdatedAt = dataUpdatedAt
        self.observedAt = observedAt
        self.rates = rates
        self.sources = sources
        self.effectiveAt = effectiveAt
        self.effectiveTimes = effectiveTimes
        self.rejected = rejected
        self.notice = notice
        self.pollInterval = pollInterval
        self.limits = limits
        self.serverTime = serverTime
    }

    /// The freshness class of one symbol: its own, or the reply's.
    public func source(of symbol: String) -> String {
        sources[symbol] ?? source
    }
}
