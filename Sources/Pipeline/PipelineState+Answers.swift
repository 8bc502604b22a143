public import Domain
import ExchangeRate
import Polling

extension PipelineState {
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
        refreshSymbols(of: outcome.base)
        update.account = schedule.account
        update.bases = [schedule.state(of: outcome.base)].compactMap(\.self)
        update.polls = [record]
        // Who is asked before a sleep and fails to answer after it may have been cut off by it.
        let wasAskedBefore = wokeAt.map { outcome.startedAt.instant < $0 } == true
        if !(wasAskedBefore && !outcome.hasAnswer) { unasked.remove(outcome.base) }
        return (update, events)
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
            let failures = state.recentPolls.reversed().prefix { $0.result != .good }
            events.append(.pollRecovered(base, failures: failures.count))
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
