public import Domain
public import ExchangeRate
import Freshness
public import Polling

/// The truth while the process lives: schedule, readings and counters, without clock or I/O.
///
/// Everything takes `now`, so that a test or a rehearsal runs a year in a moment. The changes that
/// a call returns are to be stored in one transaction.
public struct PipelineState: Sendable {
    /// What waited for receivers that are configured no more, and is dropped.
    public let orphans: [Notification]
    var settings: PipelineSettings
    /// Whether the newest try to read the configuration worked.
    var isConfigurationCurrent = true
    let startedAt: Moment
    var isKeyless: Bool
    var schedule: PollSchedule
    var watched: [CurrencyCode: WatchedState]
    /// Bases that a reload took out: what comes back goes on where it was.
    var retired: [CurrencyCode: WatchedState] = [:]
    var limits = RateLimits()
    /// How far the local clock is ahead of the API's; nil where the two agree.
    var clockOffset: Duration?
    var alerting: AlertingState
    /// Bases that were due at the start, or after a sleep of the machine, and have not been answered
    /// yet.
    ///
    /// How old their data is says nothing of the feed: nobody asked while the daemon did not run.
    var unasked: Set<CurrencyCode> = []
    /// When the process last went on after a sleep of the machine; that a request from before it got
    /// no answer says nothing.
    var wokeAt: MonotonicInstant?
    /// Bases and symbols that are waited for since this start, until an update has told so: another
    /// start is to count from the same time.
    var newlyExpected = StateUpdate()
    /// What the last update said of alerts, groups and the outbox.
    var writtenAlerting: StoredAlerting
    var unstored = Unstored()

    /// Continues from what a former process stored.
    public init(settings: PipelineSettings, stored: StoredState, now: Moment) {
        self.settings = settings
        startedAt = now
        isKeyless = settings.isKeyless
        schedule = PollSchedule(
            bases: settings.bases, settings: settings.poll,
            liveLimit: settings.limits.live, fingerprint: settings.fingerprint,
            account: stored.account, states: stored.bases, now: now)
        writtenAlerting = stored.alerting
        var former = stored.alerting
        // Another key or address voids the window of limit answers.
        if stored.account?.fingerprint != settings.fingerprint { former.answers = [] }
        let (alerting, orphans) = AlertingState.continuing(
            former, settings: settings.alerting, now: now)
        self.alerting = alerting
        self.orphans = orphans
        watched = [:]
        let symbols = Dictionary(grouping: stored.symbols, by: \.base)
        let polls = Dictionary(grouping: stored.polls, by: \.base)
        for base in settings.bases {
            let firstDueAt = schedule.state(of: base.base)?.firstDueAt ?? now.timestamp
            watched[base.base] = WatchedState(
                book: SymbolBook(
                    watched: base, stored: symbols[base.base] ?? [], firstDueAt: firstDueAt,
                    now: now),
                recentPolls: polls[base.base] ?? [])
            refreshSymbols(of: base.base)
        }
        unasked = Set(settings.bases.map(\.base).filter { schedule.isDue($0, now: now) })
        newlyExpected = expectations(beside: stored)
    }

    /// Computes anew how long the data of a base stays fresh, for pages and for its next poll.
    mutating func refreshSymbols(of base: CurrencyCode) {
        watched[base]?.refreshSymbols(
            limits: settings.limits, interval: schedule.ownInterval(of: base))
        let symbols = watched[base]?.symbols.filter { $0.observation != nil } ?? []
        schedule.setStaleFrom(symbols.map(\.staleAfter), of: base)
    }

    private func expectations(beside stored: StoredState) -> StateUpdate {
        let bases = Set(stored.bases.map(\.base))
        let symbols = Set(stored.symbols.map { SymbolKey(base: $0.base, symbol: $0.symbol) })
        return StateUpdate(
            bases: settings.bases.filter { !bases.contains($0.base) }
                .compactMap { schedule.state(of: $0.base) },
            symbols: settings.bases.flatMap { watched[$0.base]?.book.states ?? [] }
                .filter { !symbols.contains(SymbolKey(base: $0.base, symbol: $0.symbol)) })
    }

    /// Adds what this start began to wait for to the first update of the process.
    mutating func addExpectations(to update: inout StateUpdate) {
        let bases = Set(update.bases.map(\.base))
        let symbols = Set(update.symbols.map { SymbolKey(base: $0.base, symbol: $0.symbol) })
        update.bases += newlyExpected.bases.filter { !bases.contains($0.base) }
        update.symbols += newlyExpected.symbols.filter {
            !symbols.contains(SymbolKey(base: $0.base, symbol: $0.symbol))
        }
        newlyExpected = StateUpdate()
    }

    /// What to do now.
    public func next(now: Moment) -> PollSchedule.Action {
        schedule.next(now: now)
    }

    /// What is asked for a base; nil where it is not configured.
    public func request(of base: CurrencyCode) -> WatchedBase? {
        watched[base]?.book.watched
    }

    /// Counts a request that is about to be sent; the change is to be stored before it is.
    public mutating func begin(_ base: CurrencyCode, now: Moment) -> StateUpdate {
        schedule.begin(base, now: now)
        var update = StateUpdate(
            account: schedule.account, bases: [schedule.state(of: base)].compactMap(\.self))
        addExpectations(to: &update)
        return update
    }

    /// Takes in that the request leaves now; false where it must not leave after all.
    public mutating func send(_ base: CurrencyCode, now: Moment) -> Bool {
        guard schedule.send(base, now: now) else { return false }
        watched[base]?.counters.polls += 1
        return true
    }

    /// Forgets a request that was given up before its end.
    public mutating func abandon(_ base: CurrencyCode) {
        schedule.abandon(base)
    }

    /// Takes in that the process did not run for a while, as where its machine slept: what came due
    /// meanwhile is asked for before its data is judged.
    public mutating func noteSleep(now: Moment) {
        wokeAt = now.instant
        alerting.noteSleep()
        unasked.formUnion(settings.bases.map(\.base).filter { schedule.isDue($0, now: now) })
    }
}
