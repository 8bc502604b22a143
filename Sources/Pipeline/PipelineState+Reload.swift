public import Domain
import Freshness
import Polling

/// What a reload, another key and a storage that could be read late bring.
extension PipelineState {
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
            watched[base.base] = state
            refreshSymbols(of: base.base)
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
            watched[base.base] = state
            refreshSymbols(of: base.base)
        }
        var former = stored.alerting
        if stored.account?.fingerprint != schedule.fingerprint { former.answers = [] }
        return alerting.merge(former, now: now).map { .notificationOrphaned($0) }
    }
}
