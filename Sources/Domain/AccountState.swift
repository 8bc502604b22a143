public import ExchangeRate
public import Freshness

/// What is known of the account's limits, over restarts.
public struct AccountState: Sendable, Hashable {
    /// The pause that a limit answer asks of all bases.
    public struct Gate: Sendable, Hashable {
        /// When it opens by itself.
        public var opensAt: Timestamp
        /// When the base that met the limit is asked again: `opensAt`, or sooner for a quota.
        public var nextTryAt: Timestamp
        /// The base that met the limit.
        public var base: CurrencyCode
        /// Whether the month's quota is spent.
        public var isQuota: Bool

        /// Makes a gate.
        public init(opensAt: Timestamp, nextTryAt: Timestamp, base: CurrencyCode, isQuota: Bool) {
            self.opensAt = opensAt
            self.nextTryAt = nextTryAt
            self.base = base
            self.isQuota = isQuota
        }
    }

    /// A month of UTC's calendar.
    public struct Month: Sendable, Hashable {
        public var year: Int
        public var month: Int

        /// Makes a month; 1 is January.
        public init(year: Int, month: Int) {
            self.year = year
            self.month = month
        }
    }

    /// The requests of a month.
    public struct MonthCount: Sendable, Hashable {
        public var month: Month
        public var requests: Int

        /// Makes a count.
        public init(month: Month, requests: Int) {
            self.month = month
            self.requests = requests
        }
    }

    /// Stands for the key and the API's address; another value voids all but the month's count.
    public var fingerprint: UInt32
    /// Nil while polls may be sent.
    public var gate: Gate?
    /// Limit answers since the last answer that was none.
    public var limitAnswersInARow: Int
    /// What intervals are multiplied with: 1, 2, 4, 8 or 16.
    public var stretch: Int
    /// When the present round without a limit answer began; nil while the stretch is 1.
    public var roundStartedAt: Timestamp?
    /// The bases that have answered in that round.
    public var roundBases: Set<CurrencyCode>
    /// The month that `monthRequests` counts.
    public var month: Month
    /// Requests sent since the 1st of the month, 00:00 UTC.
    public var monthRequests: Int
    /// The month that was counted before the clock showed another, for a clock that jumps back.
    public var formerMonth: MonthCount?

    /// Makes the state of an account that was never polled.
    public init(fingerprint: UInt32, month: Month) {
        self.fingerprint = fingerprint
        self.month = month
        gate = nil
        limitAnswersInARow = 0
        stretch = 1
        roundStartedAt = nil
        roundBases = []
        monthRequests = 0
        formerMonth = nil
    }
}
