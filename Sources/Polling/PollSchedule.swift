public import Domain
public import ExchangeRate
import Freshness

/// When each base is asked: the pace, the gate, the stretch and the waits after failures.
///
/// A state machine without a clock. Nothing that is due is stored: every due time follows from
/// the last attempt and how it ended, so a restart and a changed interval need no care of their
/// own. Its owner asks `next(now:)`, tells `begin` before it stores an attempt, `send` when the request
/// leaves, and `finish` after it.
public struct PollSchedule: Sendable {
    /// What to do next.
    public enum Action: Sendable, Hashable {
        /// Send the request of a base now.
        case poll(CurrencyCode)
        /// Nothing before this instant, unless an answer comes.
        case wait(until: MonotonicInstant)
        /// Nothing until an answer comes.
        case waitForAnswer
    }

    struct Track: Sendable {
        var watched: WatchedBase
        var state: BaseState
        /// Since when this process watches the base: it is due from then on, until it is asked.
        let watchedSince: MonotonicInstant
        /// When the last attempt was sent.
        var attempt: Moment?
        /// When the last failed attempt ended; the attempt itself where a former process made it.
        var failureEnd: MonotonicInstant?
        /// Until when the last failed answer asked to be left alone.
        var notBefore: MonotonicInstant?
        /// How long after the last attempt what was fresh then begins to be stale; nil where nothing
        /// was.
        var freshFor: Duration?
        /// Refusals by the plan since the last other answer of this process.
        var forbiddenInARow = 0
        var isInFlight = false
        /// What the attempt took the place of, while it is not sent.
        var unsent: Unsent?
    }

    /// What was known before an attempt that has begun and may yet be called off.
    struct Unsent: Sendable {
        let attempt: Moment?
        let failureEnd: MonotonicInstant?
        let state: BaseState
        let lastRequest: MonotonicInstant?
        let gateClosedAt: MonotonicInstant?
    }

    struct Gate: Sendable {
        var opensAt: Moment
        var nextTryAt: Moment
        /// Answers to requests sent until then tell nothing that the gate does not know.
        var closedAt: MonotonicInstant
        var base: CurrencyCode
        var isQuota: Bool

        /// Before any request of this process.
        static let closedByFormerProcess = MonotonicInstant(nanosecondsSinceBoot: .min)
    }

    private(set) var settings: PollSettings
    private(set) var backoff: Backoff
    /// What the pace makes of the intervals.
    public private(set) var plan: PacePlan
    private(set) var liveLimit: Duration
    private(set) var bases: Set<CurrencyCode>
    /// Where the track of each base is.
    private var positions: [CurrencyCode: Int]
    var tracks: [Track]
    /// Bases that a reload took out: one that comes back is not asked too early.
    var retired: [CurrencyCode: Track] = [:]
    var gate: Gate?
    var stretch: Stretch
    var limitAnswersInARow: Int
    var unauthorizedInARow: Int
    /// When the key in force was taken over: answers to requests of the one before say nothing of it.
    var accountSince: MonotonicInstant
    var monthCounter: MonthCounter
    /// Stands for the key and the API's address.
    public internal(set) var fingerprint: UInt32
    var lastRequest: MonotonicInstant?

    /// Continues from what a former process stored.
    ///
    /// - Parameters:
    ///   - bases: what to poll, each base once.
    ///   - liveLimit: the freshness limit of `live` data, which bounds the stretch.
    ///   - fingerprint: of the key and the API's address; where it differs from the stored one, all
    ///     but the count of the month is void.
    public init(
        bases: [WatchedBase], settings: PollSettings, liveLimit: Duration, fingerprint: UInt32,
        account: AccountState?, states: [BaseState], now: Moment
    ) {
        self.settings = settings
        self.liveLimit = liveLimit
        self.fingerprint = fingerprint
        backoff = Backoff(settings: settings)
        plan = PacePlan(bases: bases, settings: settings)
        self.bases = Set(bases.map(\.base))
        positions = Self.positions(of: bases)
        let stored = Dictionary(states.map { ($0.base, $0) }, uniquingKeysWith: { $1 })
        tracks = bases.map { watched in
            Self.track(
                watched, stored: stored[watched.base], now: now)
        }
        monthCounter = MonthCounter(account, month: AccountState.Month(of: now.timestamp))
        limitAnswersInARow = 0
        unauthorizedInARow = 0
        accountSince = MonotonicInstant(nanosecondsSinceBoot: .min)
        stretch = Stretch()
        // Bases that are no longer polled count for the pace all the same.
        lastRequest = states.compactMap { $0.lastAttemptAt.map { Self.past($0, now: now).instant } }
            .max()
        guard let account, account.fingerprint == fingerprint else {
            for index in tracks.indices { tracks[index].forgetWaits() }
            return
        }
        limitAnswersInARow = account.limitAnswersInARow
        stretch = Stretch(
            factor: account.stretch,
            roundStartedAt: account.roundStartedAt.map { Self.past($0, now: now) },
            answered: account.roundBases)
        gate = account.gate.map { stored in
            Gate(
                opensAt: Self.future(
                    stored.opensAt,
                    within: stored.isQuota ? Self.longestMonth : backoff.maxBackoff, now: now),
                nextTryAt: Self.future(stored.nextTryAt, within: backoff.maxBackoff, now: now),
                closedAt: Gate.closedByFormerProcess, base: stored.base, isQuota: stored.isQuota)
        }
    }

    /// Takes over another configuration; waits after a rejected key or plan are void.
    ///
    /// A request under way goes on, that of a base that is gone as well: its answer counts for the
    /// gate. A changed interval counts from the last attempt.
    public mutating func reconfigure(
        bases: [WatchedBase], settings: PollSettings, liveLimit: Duration, now: Moment
    ) {
        restamp(now: now)
        for index in tracks.indices {
            guard let attempt = tracks[index].attempt?.told(by: now) else { continue }
            tracks[index].attempt = attempt
            tracks[index].state.lastAttemptAt = attempt.timestamp
        }
        for track in tracks { retired[track.watched.base] = track }
        self.settings = settings
        self.liveLimit = liveLimit
        backoff = Backoff(settings: settings)
        plan = PacePlan(bases: bases, settings: settings)
        self.bases = Set(bases.map(\.base))
        positions = Self.positions(of: bases)
        unauthorizedInARow = 0
        tracks = bases.map { watched in
            var track =
                retired.removeValue(forKey: watched.base)
                ?? Self.track(watched, stored: nil, now: now)
            track.watched = watched
            track.voidRejections()
            return track
        }
    }

    /// The account's part of what a restart continues from.
    public var account: AccountState {
        var account = AccountState(
            fingerprint: fingerprint, month: monthCounter.present.month)
        account.gate = gate.map {
            AccountState.Gate(
                opensAt: $0.opensAt.timestamp, nextTryAt: $0.nextTryAt.timestamp, base: $0.base,
                isQuota: $0.isQuota)
        }
        account.limitAnswersInARow = limitAnswersInARow
        account.stretch = stretch.factor
        account.roundStartedAt = stretch.roundStartedAt?.timestamp
        account.roundBases = stretch.answered
        account.monthRequests = monthCounter.present.requests
        account.formerMonth = monthCounter.former
        return account
    }

    /// The part of a base of what a restart continues from.
    public func state(of base: CurrencyCode) -> BaseState? {
        track(of: base)?.state
    }

    /// Keeps the context of the newest reply with the base's state.
    public mutating func setContext(_ context: ReplyContext, of base: CurrencyCode) {
        guard let index = index(of: base) else { return }
        tracks[index].state.context = context
    }

    /// When the gate opens by itself, as the present wall clock tells it; nil while it is open.
    public func gateOpensAt(now: Moment) -> Moment? {
        guard let gate, gate.opensAt.instant > now.instant else { return nil }
        return gate.opensAt.told(by: now)
    }

    /// Whether the gate is closed for a spent quota.
    public func isQuotaSpent(now: Moment) -> Bool {
        gateOpensAt(now: now) != nil && gate?.isQuota == true
    }

    /// Whether the last answer of the API was a limit answer.
    public var hasLimitAnswers: Bool { limitAnswersInARow > 0 }

    /// Requests since the 1st of the present month, 00:00 UTC.
    public func monthRequests(now: Moment) -> Int {
        monthCounter.requests(in: AccountState.Month(of: now.timestamp))
    }

    /// The factor that intervals are stretched by.
    public var stretchFactor: Int { stretch.factor }

    /// The interval of a base that freshness counts with: configured, or its turn in the pace.
    public func ownInterval(of base: CurrencyCode) -> Duration {
        plan.interval(of: base)
    }

    /// The interval of a base at present, stretched or not.
    public func intervalInForce(of base: CurrencyCode) -> Duration {
        track(of: base).map(intervalInForce) ?? .zero
    }

    func intervalInForce(_ track: Track) -> Duration {
        let own = ownInterval(of: track.watched.base)
        let freshFor = min(own + liveLimit, track.freshFor ?? own + liveLimit)
        let stretched = stretch.interval(
            own: own, maxInterval: settings.maxInterval, freshFor: freshFor,
            limitWait: backoff.wait(afterLimitAnswers: 1, retryAfter: nil, jitter: 1))
        return isSlow(track) ? max(stretched, backoff.slowInterval(own: own)) : stretched
    }

    /// Takes in how long the data of a base stays fresh, which bounds its stretch.
    ///
    /// - Parameter instants: when each symbol that has data begins to be stale.
    public mutating func setStaleFrom(_ instants: [MonotonicInstant], of base: CurrencyCode) {
        guard let index = index(of: base) else { return }
        let attempt = tracks[index].attempt?.instant
        tracks[index].freshFor = instants.compactMap { instant in
            // What was stale already is made so by nobody.
            attempt.flatMap { $0 <= instant ? $0.duration(to: instant) : nil }
        }.min()
    }

    /// Requests an hour at the intervals in force, stretched or not.
    public var requestsPerHour: Double {
        tracks.reduce(0) { sum, track in
            let seconds = intervalInForce(track).inSeconds
            return seconds > 0 ? sum + 3600 / seconds : sum
        }
    }

    func index(of base: CurrencyCode) -> Int? { positions[base] }

    private static func positions(of bases: [WatchedBase]) -> [CurrencyCode: Int] {
        Dictionary(
            bases.enumerated().map { ($1.base, $0) }, uniquingKeysWith: { first, _ in first })
    }

    func track(of base: CurrencyCode) -> Track? {
        index(of: base).map { tracks[$0] }
    }

    /// Whether the key or the plan was rejected so often that asking slows to `max_backoff`.
    func isSlow(_ track: Track) -> Bool {
        unauthorizedInARow >= Backoff.rejectionsUntilSlow
            || track.forbiddenInARow >= Backoff.rejectionsUntilSlow
    }
}
