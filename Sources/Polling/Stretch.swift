import Domain
import ExchangeRate
import Freshness

/// How much less is polled for a while after limit answers: one factor for all bases.
///
/// | event | factor |
/// |---|---|
/// | limit answer | doubled, at most 16 |
/// | every base has answered without one, and 15 minutes have passed | halved |
/// | the end of a spent quota's wait | 1 |
struct Stretch: Sendable, Hashable {
    static let largest = 16
    static let shortestRound: Duration = .seconds(15 * 60)

    private(set) var factor: Int
    private(set) var roundStartedAt: Moment?
    private(set) var answered: Set<CurrencyCode>

    init(factor: Int = 1, roundStartedAt: Moment? = nil, answered: Set<CurrencyCode> = []) {
        self.factor = min(max(factor, 1), Self.largest)
        self.roundStartedAt = roundStartedAt
        self.answered = answered
    }

    mutating func takeLimitAnswer(now: Moment) {
        factor = min(factor * 2, Self.largest)
        roundStartedAt = now
        answered = []
    }

    mutating func takeOtherAnswer(
        of base: CurrencyCode, among bases: Set<CurrencyCode>, now: Moment
    ) {
        guard factor > 1 else { return }
        let start = roundStartedAt ?? now
        roundStartedAt = start
        answered.insert(base)
        guard bases.isSubset(of: answered),
            start.instant.duration(to: now.instant) >= Self.shortestRound
        else { return }
        factor /= 2
        roundStartedAt = factor > 1 ? now : nil
        answered = []
    }

    mutating func restamp(now: Moment) {
        roundStartedAt = roundStartedAt?.told(by: now)
    }

    mutating func reset() {
        self = Stretch()
    }

    /// The stretched interval of a base.
    ///
    /// Being careful must not make data stale: not over `maxInterval`, nor over 90 % of the time for
    /// which data stays fresh, of which the wait after another limit answer is left. And it never
    /// makes polling denser.
    ///
    /// - Parameters:
    ///   - freshFor: how long the data of the last answer stays fresh, and no longer than the interval
    ///     and the limit of `live` data.
    ///   - limitWait: the longest wait after the first of limit answers in a row.
    func interval(
        own: Duration, maxInterval: Duration, freshFor: Duration, limitWait: Duration
    ) -> Duration {
        let cap = min(maxInterval, freshFor * 0.9 - limitWait)
        return max(own, min(own * factor, cap))
    }
}
