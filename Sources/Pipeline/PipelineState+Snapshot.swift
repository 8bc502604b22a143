public import Domain
import ExchangeRate
import Freshness
import Polling

/// What others get to see: the storage, and the pages.
extension PipelineState {
    /// All that a restart continues from.
    public var stored: StoredState {
        StoredState(
            account: schedule.account,
            bases: settings.bases.compactMap { schedule.state(of: $0.base) },
            symbols: settings.bases.flatMap { watched[$0.base]?.book.states ?? [] },
            polls: settings.bases.flatMap { watched[$0.base]?.recentPolls ?? [] },
            alerting: alerting.stored)
    }

    /// What a start goes on with, for the log; nil where there is nothing.
    var continuation: PipelineEvent? {
        let stored = alerting.stored
        let firing = stored.alerts.values.count { $0.phase == .firing }
        guard firing > 0 || !stored.outbox.isEmpty else { return nil }
        return .continued(firing: firing, waiting: stored.outbox.count)
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
}
