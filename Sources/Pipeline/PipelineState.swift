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
    private(set) var settings: PipelineSettings
    /// Whether the newest try to read the configuration worked.
    private var isConfigurationCurrent = true
    let startedAt: Moment
    var isKeyless: Bool
    var schedule: PollSchedule
    var watched: [CurrencyCode: WatchedState]
    /// Bases that a reload took out: what comes back goes on where it was.
    private var retired: [CurrencyCode: WatchedState] = [:]
    var limits = RateLimits()
    /// How far the local clock is ahead of the API's; nil where the two agree.
    var clockOffset: Duration?
    var alerting: AlertingState
    /// Bases that were due at the start, or after a sleep of the machine, and have not been answered
    /// yet.
    ///
    /// How old their data is says nothing of the feed: nobody asked while the daemon did not run.
    var unasked: Set<CurrencyCode> = []
    /// When the process last went on after a sleep of the machine; what was asked before it says
    /// nothing, unless it was answered well.
    private var wokeAt: MonotonicInstant?
    /// Bases and symbols that are waited for since this start, until an update has told so: another
    /// start is to count from the same time.
    private(set) var newlyExpected = StateUpdate()
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
            var state = WatchedState(
                book: SymbolBook(
                    watched: base, stored: symbols[base.base] ?? [], firstDueAt: firstDueAt,
                    now: now),
                recentPolls: polls[base.base] ?? [])
            state.refreshSymbols(
                limits: settings.limits, interval: schedule.ownInterval(of: base.base))
            watched[base.base] = state
        }
        unasked = Set(settings.bases.map(\.base).filter { schedule.isDue($0, now: now) })
        newlyExpected = expectations(beside: stored)
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

    /// Takes in what came of a request.
    ///
    /// `evaluate` is to follow, so that reading and alerts are stored in one transaction.
    ///
    /// - Parameter jitter: 0 to 1, drawn at random.
    public mutating func ingest(
        _ outcome: PollOutcome, jitter: Double
    ) -> (update: StateUpdate, events: [PipelineEvent]) {
        let now = outcome.endedAt
        let wasClosed = schedule.gateOpensAt(now: now) != nil || schedule.hasLimitAnswers
        var update = StateUpdate()
        var events = compareClocks(by: outcome)
        let result: PollResult
        switch outcome.answer {
        case .success(let latest):
            result = .good
            events += take(latest, of: outcome, update: &update)
            schedule.finish(outcome.base, result: result, jitter: jitter, now: now)
        case .failure(let error):
            result = .failed(error.reason)
            note(limits: error.limits)
            watched[outcome.base]?.counters.errors[error.reason, default: 0] += 1
            for reason in error.rejected.values {
                watched[outcome.base]?.counters.rejected[reason, default: 0] += 1
            }
            watched[outcome.base]?.lastErrorMessage = error.description
            let retryAfter = error.retryAfter.map {
                $0.wait(serverTime: error.serverTime, arrivedAt: now.timestamp)
            }
            schedule.finish(
                outcome.base, result: result, isPlanRefusal: error.isPlanRefusal,
                retryAfter: retryAfter, jitter: jitter, now: now)
            events.append(
                .pollFailed(
                    outcome.base, error,
                    nextPollAt: schedule.nextPoll(of: outcome.base, now: now)
                        .map { now.timestamp(at: $0) }))
        }
        events += gateEvents(wasClosed: wasClosed, base: outcome.base, result: result, now: now)
        alerting.note(outcome, result: result)
        // While the gate is closed nobody is asked: what is known is all there is to judge by.
        if schedule.gateOpensAt(now: now) != nil { unasked = [] }
        guard watched[outcome.base] != nil else {
            // A reload took the base out: what is said of the account holds all the same.
            return (StateUpdate(account: schedule.account), events)
        }
        let record = PollRecord(
            base: outcome.base, startedAt: outcome.startedAt.timestamp,
            duration: outcome.startedAt.instant.duration(to: now.instant), result: result)
        watched[outcome.base]?.add(record)
        watched[outcome.base]?.counters.durations.observe(record.duration)
        watched[outcome.base]?.refreshSymbols(
            limits: settings.limits, interval: schedule.ownInterval(of: outcome.base))
        update.account = schedule.account
        update.bases = [schedule.state(of: outcome.base)].compactMap(\.self)
        update.polls = [record]
        if result == .good || wokeAt.map({ $0 <= outcome.startedAt.instant }) != false {
            unasked.remove(outcome.base)
        }
        return (update, events)
    }

    /// Takes in that the process did not run for a while, as where its machine slept: what came due
    /// meanwhile is asked for before its data is judged.
    public mutating func noteSleep(now: Moment) {
        wokeAt = now.instant
        unasked.formUnion(settings.bases.map(\.base).filter { schedule.isDue($0, now: now) })
    }

    /// Takes over another key: voids all but the count of the month.
    public mutating func changeKey(
        fingerprint: UInt32, isKeyless: Bool, now: Moment
    ) -> StateUpdate {
        guard fingerprint != schedule.fingerprint else { return StateUpdate() }
        schedule.changeAccount(fingerprint: fingerprint, now: now)
        alerting.changeKey(now: now)
        self.isKeyless = isKeyless
        var update = StateUpdate(
            account: schedule.account,
            bases: settings.bases.compactMap { schedule.state(of: $0.base) })
        addAlerting(to: &update)
        return update
    }

    /// Takes in that a new configuration could not be read: the one in force stays.
    public mutating func noteFailedReload() {
        isConfigurationCurrent = false
    }

    /// Takes over another configuration; alerts, readings and undelivered notifications go on.
    ///
    /// `evaluate` is to follow. The key and the API's address are left to `changeKey`.
    public mutating func reconfigure(
        _ settings: PipelineSettings, now: Moment
    ) -> (update: StateUpdate, events: [PipelineEvent]) {
        isConfigurationCurrent = true
        for (base, state) in watched { retired[base] = state }
        self.settings = settings
        schedule.reconfigure(
            bases: settings.bases, settings: settings.poll, liveLimit: settings.limits.live,
            now: now)
        watched = [:]
        for base in settings.bases {
            let firstDueAt = schedule.state(of: base.base)?.firstDueAt ?? now.timestamp
            var state =
                retired.removeValue(forKey: base.base)
                ?? WatchedState(
                    book: SymbolBook(watched: base, stored: [], firstDueAt: firstDueAt, now: now),
                    recentPolls: [])
            state.book.reconfigure(base, now: now)
            state.refreshSymbols(
                limits: settings.limits, interval: schedule.ownInterval(of: base.base))
            watched[base.base] = state
        }
        unasked.formIntersection(watched.keys)
        // The update below has them, as far as they are still waited for.
        newlyExpected = StateUpdate()
        let orphans = alerting.reconfigure(settings.alerting, now: now)
        var update = StateUpdate(
            account: schedule.account,
            bases: settings.bases.compactMap { schedule.state(of: $0.base) },
            symbols: settings.bases.flatMap { watched[$0.base]?.book.states ?? [] })
        addAlerting(to: &update)
        return (update, orphans.map { .notificationOrphaned($0) })
    }

    /// Takes in what the storage held, where it could be read only after the start.
    public mutating func merge(_ stored: StoredState, now: Moment) -> [PipelineEvent] {
        schedule.merge(account: stored.account, states: stored.bases, now: now)
        // All of the state is written next.
        newlyExpected = StateUpdate()
        let polls = Dictionary(grouping: stored.polls, by: \.base)
        for base in settings.bases {
            guard var state = watched[base.base] else { continue }
            state.book.merge(stored.symbols, now: now)
            let present = state.recentPolls
            state.recentPolls = (polls[base.base] ?? []).filter { !present.contains($0) }
            for record in present { state.add(record) }
            state.refreshSymbols(
                limits: settings.limits, interval: schedule.ownInterval(of: base.base))
            watched[base.base] = state
        }
        var former = stored.alerting
        if stored.account?.fingerprint != schedule.fingerprint { former.answers = [] }
        return alerting.merge(former, now: now).map { .notificationOrphaned($0) }
    }

    /// All that a restart continues from.
    public var stored: StoredState {
        StoredState(
            account: schedule.account,
            bases: settings.bases.compactMap { schedule.state(of: $0.base) },
            symbols: settings.bases.flatMap { watched[$0.base]?.book.states ?? [] },
            polls: settings.bases.flatMap { watched[$0.base]?.recentPolls ?? [] },
            alerting: alerting.stored)
    }

    /// What pages show from now on.
    public func snapshot(now: Moment, storage: StorageSnapshot) -> Snapshot {
        Snapshot(
            publishedAt: now,
            bases: settings.bases.compactMap { snapshot(of: $0.base, now: now) },
            account: AccountSnapshot(
                backoffUntil: schedule.gateOpensAt(now: now)?.timestamp,
                isQuotaSpent: schedule.isQuotaSpent(now: now), stretch: schedule.stretchFactor,
                monthRequests: schedule.monthRequests(now: now), limits: limits,
                isKeyless: isKeyless,
                plan: schedule.plan.requests(
                    monthlyQuota: settings.poll.monthlyQuota,
                    isAnonymous: isKeyless && settings.isPublicAPI),
                requestsPerHour: schedule.requestsPerHour),
            storage: storage, alerts: alerting.alerts(of: settings.bases.map(\.base)),
            receivers: alerting.receiverSnapshots(at: now),
            configurationLoadedAt: settings.loadedAt,
            isConfigurationCurrent: isConfigurationCurrent)
    }

    func snapshot(of base: CurrencyCode, now: Moment) -> BaseSnapshot? {
        guard let watched = watched[base], let state = schedule.state(of: base) else { return nil }
        return BaseSnapshot(
            base: base, symbols: watched.symbols, context: state.context,
            lastResult: watched.recentPolls.last?.result,
            lastPollAt: watched.recentPolls.last?.startedAt, lastSuccessAt: state.lastSuccessAt,
            nextPollAt: schedule.nextPoll(of: base, now: now).map { now.timestamp(at: $0) },
            pollInterval: schedule.intervalInForce(of: base),
            ownInterval: schedule.ownInterval(of: base), counters: watched.counters,
            recentPolls: watched.recentPolls, lastErrorMessage: watched.lastErrorMessage,
            staleWithoutSymbolsAfter: staleWithoutSymbols(after: base),
            clockOffset: clockOffset, missingClasses: alerting.missingClasses(of: base))
    }

    /// When a base without any symbol is stale: its first data should be there by then.
    func staleWithoutSymbols(after base: CurrencyCode) -> MonotonicInstant {
        let firstDueAt = schedule.state(of: base)?.firstDueAt ?? startedAt.timestamp
        let due = firstDueAt + settings.limits.live + schedule.ownInterval(of: base)
        return startedAt.instant(at: due)
    }

    private mutating func take(
        _ latest: Latest, of outcome: PollOutcome, update: inout StateUpdate
    ) -> [PipelineEvent] {
        let now = outcome.endedAt
        let base = outcome.base
        guard var state = watched[base] ?? retired[base] else { return [] }
        note(limits: latest.limits)
        let changes = state.book.take(latest, now: now)
        for reason in changes.rejected.values {
            state.counters.rejected[reason, default: 0] += 1
        }
        schedule.setContext(
            ReplyContext(
                source: latest.source, marketSession: latest.marketSession,
                stamp: latest.dataUpdatedAt, observedAt: latest.observedAt),
            of: base)
        update.symbols = changes.changed
        update.removedSymbols = changes.removed
        var events: [PipelineEvent] = [
            .polled(
                base, rates: latest.rates.count,
                duration: outcome.startedAt.instant.duration(to: now.instant))
        ]
        if state.lastErrorMessage != nil {
            events.append(
                .pollRecovered(
                    base, failures: schedule.state(of: base)?.failuresInARow ?? 0))
        }
        if changes.rejected != state.lastRejected, !changes.rejected.isEmpty {
            events.append(.ratesRejected(base, changes.rejected))
        }
        state.lastRejected = changes.rejected
        state.lastErrorMessage = nil
        if watched[base] == nil { retired[base] = state } else { watched[base] = state }
        return events
    }

    private mutating func note(limits: RateLimits) {
        if let remaining = limits.remaining { self.limits.remaining = remaining }
        if let reset = limits.reset { self.limits.reset = reset }
    }

    private func gateEvents(
        wasClosed: Bool, base: CurrencyCode, result: PollResult, now: Moment
    ) -> [PipelineEvent] {
        if case .failed(let reason) = result, reason.isLimit,
            let until = schedule.gateOpensAt(now: now)
        {
            return [
                .gateClosed(
                    by: base, until: until.timestamp, isQuota: schedule.isQuotaSpent(now: now))
            ]
        }
        return wasClosed && !schedule.hasLimitAnswers ? [.gateOpened] : []
    }
}
