public import ExchangeRate
import Freshness

/// How the modelled provider behaves where the real one's pages leave it open.
public struct ProviderSettings: Sendable, Hashable {
    /// What the provider sells.
    public enum Feed: String, Sendable, Hashable, CaseIterable {
        /// Minute by minute, with single currencies by the ECB's fix.
        case live
        /// The ECB's fixes alone.
        case daily = "ecb_daily"
    }

    /// What live data does while the market is closed.
    public enum ClosedMarket: String, Sendable, Hashable, CaseIterable {
        /// Its stamp follows the clock, as the provider's pages say.
        case ticks
        /// Its stamp stays at the closing.
        case pauses
    }

    /// The time that a fix bears.
    public enum DailyStamp: String, Sendable, Hashable, CaseIterable {
        /// 16:00 in Frankfurt.
        case publication
        /// Midnight UTC of its date.
        case midnight
    }

    /// The only key that is accepted; nil accepts every key that is not empty.
    public var key: String?
    /// Whether requests over the limits are refused.
    public var enforcesLimits: Bool
    /// Requests a minute from one address without a key.
    public var anonymousPerMinute: Int
    /// Requests an hour from one address without a key.
    public var anonymousPerHour: Int
    /// Requests a month of UTC's calendar with one key.
    public var monthlyQuota: Int
    public var feed: Feed
    public var closedMarket: ClosedMarket
    public var dailyStamp: DailyStamp
    /// How long after its publication the provider takes over a fix.
    public var publicationDelay: Duration
    /// Currencies that the live feed has by the ECB's fix alone.
    public var dailyCurrencies: Set<CurrencyCode>
    /// Whether a mixed reply says when each symbol of another class was observed.
    public var sendsEffectiveAt: Bool
    /// What live movements are drawn from.
    public var seed: UInt64

    /// Makes the settings of the free plan, with its limits switched off.
    public init() {
        key = nil
        enforcesLimits = false
        anonymousPerMinute = 12
        anonymousPerHour = 100
        // The lower of the two numbers that were seen for the free plan.
        monthlyQuota = 10_000
        feed = .live
        closedMarket = .ticks
        dailyStamp = .publication
        publicationDelay = .zero
        dailyCurrencies = Set([CurrencyCode("IDR")].compactMap(\.self))
        sendsEffectiveAt = false
        seed = 1
    }
}
