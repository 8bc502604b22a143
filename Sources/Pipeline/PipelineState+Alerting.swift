import Alerting
public import Delivery
public import Domain
import ExchangeRate
import Freshness
import Polling

extension PipelineState {
    /// Judges the present: to be called after each answer, and when `deadline` has come.
    ///
    /// - Parameters:
    ///   - update: what is to be stored with it; gets the alerts and notifications that changed.
    ///   - makeID: draws the id of a notification.
    public mutating func evaluate(
        now: Moment, adding update: inout StateUpdate, makeID: () -> String
    ) -> [PipelineEvent] {
        let bases = settings.bases.compactMap { evidence(on: $0.base) }
        let outcome = alerting.evaluate(
            bases: bases, unasked: unasked, outlook: outlook(of: bases, now: now), now: now,
            makeID: makeID)
        addAlerting(to: &update)
        if update.account != nil || update.alerting != nil { addExpectations(to: &update) }
        // What a former process has stored needs no other write.
        if update.alerting != nil {
            unstored.add(notifications: outcome.newNotifications, feeds: outcome.changedFeeds)
        }
        return outcome.events
    }

    /// What alerts are judged by: a snapshot without what it costs to say when a base is asked next.
    private func evidence(on base: CurrencyCode) -> BaseSnapshot? {
        guard let watched = watched[base] else { return nil }
        return BaseSnapshot(
            base: base, symbols: watched.symbols, lastResult: watched.recentPolls.last?.result,
            lastPollAt: watched.recentPolls.last?.startedAt,
            pollInterval: schedule.ownInterval(of: base),
            staleWithoutSymbolsAfter: staleWithoutSymbols(after: base), clockOffset: clockOffset)
    }

    /// Adds to an update what has changed of alerts, groups and the outbox since the last one.
    mutating func addAlerting(to update: inout StateUpdate) {
        let present = alerting.stored
        guard present != writtenAlerting else { return }
        writtenAlerting = present
        update.alerting = present
    }

    /// Takes in that everything up to the last refreshed update was stored, or cannot be: what
    /// waits may be sent.
    public mutating func release() {
        unstored.endWrite()
    }

    /// When to evaluate again, if nothing happens until then.
    public func deadline(now: Moment) -> MonotonicInstant? {
        var due: MonotonicInstant?
        func note(_ instant: MonotonicInstant) {
            if instant >= now.instant { due = due.map { min($0, instant) } ?? instant }
        }
        for (base, state) in watched {
            // In place: this is asked after each answer, and a copy counts the references of texts.
            for index in state.symbols.indices { note(state.symbols[index].staleAfter) }
            if state.symbols.isEmpty { note(staleWithoutSymbols(after: base)) }
        }
        return [due?.advanced(by: .nanoseconds(1)), alerting.deadline].compactMap(\.self).min()
    }

    /// Every address of every receiver: each has a worker of its own.
    public var destinations: [Destination] { alerting.destinations }

    /// What turns notifications for an address into requests, and where they go.
    public func recipient(
        at destination: Destination
    ) -> (receiver: any Receiver, url: ReceiverURL)? {
        alerting.recipient(at: destination)
    }

    /// What the worker of an address does next; what is not stored yet is not sent.
    public func nextDelivery(at destination: Destination, now: Moment) -> DeliveryStep {
        let step = alerting.nextDelivery(at: destination, now: now)
        if case .send(let item) = step, unstored.holds(item) { return .idle }
        return step
    }

    /// Takes in that a notification is being sent.
    public mutating func beginDelivery(
        _ item: OutboxItem, at destination: Destination, now: Moment
    ) {
        alerting.beginDelivery(item, at: destination, now: now)
    }

    /// Takes in that a try was broken off before its end was known.
    public mutating func abandonDelivery(
        _ item: OutboxItem, at destination: Destination, now: Moment
    ) {
        alerting.abandonDelivery(item, at: destination, now: now)
    }

    /// Takes in how a try ended.
    ///
    /// - Parameter jitter: 0 to 1, drawn at random.
    public mutating func settle(
        _ item: OutboxItem, at destination: Destination, report: DeliveryReport, jitter: Double,
        now: Moment
    ) -> (update: StateUpdate, events: [PipelineEvent]) {
        let events = alerting.settle(
            item, at: destination, report: report, jitter: jitter, now: now)
        var update = StateUpdate()
        addAlerting(to: &update)
        return (update, events)
    }

    /// Brings what an update says of account, bases and alerts up to the present.
    ///
    /// Updates are written in the order in which their writers come to it, which need not be the
    /// order in which they were made; the readings in them stand for themselves.
    public mutating func refresh(_ update: inout StateUpdate) {
        if update.account != nil { update.account = schedule.account }
        update.bases = Set(update.bases.map(\.base)).sorted()
            .compactMap { schedule.state(of: $0) }
        if update.alerting != nil {
            writtenAlerting = alerting.stored
            update.alerting = writtenAlerting
            unstored.beginWrite()
        }
    }

    private func outlook(of bases: [BaseSnapshot], now: Moment) -> LimitOutlook {
        let gate = schedule.gateOpensAt(now: now)
        guard gate != nil || alerting.hasLimitAnswers else { return LimitOutlook() }
        let fresh = bases.filter { base in
            !base.isStale(at: now.instant) && base.symbols.contains { $0.observation != nil }
        }
        let staleFrom = fresh.map(\.staleAfter).min()
        return LimitOutlook(
            gateOpensAt: gate?.timestamp,
            staleFrom: staleFrom.map { now.timestamp(at: $0) })
    }
}
