public import ExchangeRate
public import Freshness

/// What a page shows of one base.
public struct BaseSnapshot: Sendable {
    public var base: CurrencyCode
    /// Sorted by symbol; those that never came are among them.
    public var symbols: [SymbolSnapshot]
    /// The context of the newest reply.
    public var context: ReplyContext?
    /// How the last finished poll ended; nil before the first.
    public var lastResult: PollResult?
    public var lastPollAt: Timestamp?
    public var lastSuccessAt: Timestamp?
    public var nextPollAt: Timestamp?
    /// The time between polls in force: stretched and paced.
    public var pollInterval: Duration
    /// The time between polls that due times count with: configured, or the turn in the pace where
    /// that is longer.
    public var ownInterval: Duration
    public var counters: PollCounters
    /// Oldest first.
    public var recentPolls: [PollRecord]
    /// What the last failure said, for people; nil after a good answer.
    public var lastErrorMessage: String?
    /// A base without any symbol is stale once this has passed: the first data should be by then.
    public var staleWithoutSymbolsAfter: MonotonicInstant
    /// How far the local clock is ahead of the API's, negative where it is behind; nil where the
    /// two agree, or nothing is known of the API's.
    public var clockOffset: Duration?
    /// The classes that are missed, sorted, since data of another one took their place.
    public var missingClasses: [String]

    /// Makes a snapshot.
    ///
    /// - Parameter ownInterval: `pollInterval` where it is nil.
    public init(
        base: CurrencyCode, symbols: [SymbolSnapshot], context: ReplyContext? = nil,
        lastResult: PollResult? = nil, lastPollAt: Timestamp? = nil,
        lastSuccessAt: Timestamp? = nil, nextPollAt: Timestamp? = nil, pollInterval: Duration,
        ownInterval: Duration? = nil, counters: PollCounters = PollCounters(),
        recentPolls: [PollRecord] = [], lastErrorMessage: String? = nil,
        staleWithoutSymbolsAfter: MonotonicInstant, clockOffset: Duration? = nil,
        missingClasses: [String] = []
    ) {
        self.base = base
        self.symbols = symbols
        self.context = context
        self.lastResult = lastResult
        self.lastPollAt = lastPollAt
        self.lastSuccessAt = lastSuccessAt
        self.nextPollAt = nextPollAt
        self.pollInterval = pollInterval
        self.ownInterval = ownInterval ?? pollInterval
        self.counters = counters
        self.recentPolls = recentPolls
        self.lastErrorMessage = lastErrorMessage
        self.staleWithoutSymbolsAfter = staleWithoutSymbolsAfter
        self.clockOffset = clockOffset
        self.missingClasses = missingClasses
    }
}

/// What a page shows of one symbol.
public struct SymbolSnapshot: Sendable, Hashable {
    /// A value that came, with all that its age needs.
    public struct Observation: Sendable, Hashable {
        /// The exact decimal as text: digits and at most one point.
        public var rateText: String
        /// The freshness class.
        public var source: String
        /// The session that due times count with; the newest reply's is in the base's context.
        public var marketSession: String?
        /// The data's own time.
        public var observedAt: Timestamp
        /// The data's own time as the provider spells it.
        public var stamp: String
        /// The age at `arrivedAt`; not under zero.
        public var ageAtArrival: Duration
        /// When the value came, or when the process that read it from the storage began.
        public var arrivedAt: MonotonicInstant
        /// What the exporters behind it add to its due time; zero where the API itself sent it.
        public var upstreamInterval: Duration

        /// Makes an observation.
        public init(
            rateText: String, source: String, marketSession: String? = nil,
            observedAt: Timestamp, stamp: String, ageAtArrival: Duration,
            arrivedAt: MonotonicInstant, upstreamInterval: Duration = .zero
        ) {
            self.rateText = rateText
            self.source = source
            self.marketSession = marketSession
            self.observedAt = observedAt
            self.stamp = stamp
            self.ageAtArrival = ageAtArrival
            self.arrivedAt = arrivedAt
            self.upstreamInterval = upstreamInterval
        }

        /// The age at an instant: what it was at arrival, and the time since.
        public func age(at instant: MonotonicInstant) -> Duration {
            ageAtArrival + max(.zero, arrivedAt.duration(to: instant))
        }
    }

    public var symbol: CurrencyCode
    /// Nil while no value has come.
    public var observation: Observation?
    /// When newer data is due at the latest, by the wall clock.
    public var dueAt: Timestamp
    /// The same by the monotonic clock: stale once this has passed.
    public var staleAfter: MonotonicInstant
    /// Whether the last good answer held the symbol.
    public var isInLastGoodAnswer: Bool

    /// Makes a snapshot.
    public init(
        symbol: CurrencyCode, observation: Observation?, dueAt: Timestamp,
        staleAfter: MonotonicInstant, isInLastGoodAnswer: Bool
    ) {
        self.symbol = symbol
        self.observation = observation
        self.dueAt = dueAt
        self.staleAfter = staleAfter
        self.isInLastGoodAnswer = isInLastGoodAnswer
    }

    /// Whether newer data is overdue.
    public func isStale(at instant: MonotonicInstant) -> Bool {
        instant > staleAfter
    }
}
