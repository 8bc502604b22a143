public import Domain
public import ExchangeRate

extension PollSchedule {
    /// What to do now: the base that has been due for longest, or the wait for the next.
    public func next(now: Moment) -> Action {
        // At a pace, one attempt is stored after the other, so that a slow disk lets none leave
        // together.
        if plan.spacing > .zero, tracks.contains(where: { $0.unsent != nil }) {
            return .waitForAnswer
        }
        let isProbing = limitAnswersInARow > 0
        if isProbing, tracks.contains(where: \.isInFlight) { return .waitForAnswer }
        let candidates = tracks.indices.filter { !tracks[$0].isInFlight }.map { index in
            let due = due(of: tracks[index])
            return (
                base: tracks[index].watched.base, due: due,
                send: sendable(tracks[index], due: due, now: now)
            )
        }
        guard let earliest = candidates.map(\.send).min() else { return .waitForAnswer }
        guard earliest <= now.instant else { return .wait(until: earliest) }
        let ready = candidates.filter { $0.send <= now.instant }
        // The base that met the limit finds out whether it still holds.
        if isProbing, let gate, ready.contains(where: { $0.base == gate.base }) {
            return .poll(gate.base)
        }
        guard let first = ready.min(by: { $0.due < $1.due }) else { return .waitForAnswer }
        return .poll(first.base)
    }

    /// When a base will be asked, as far as is known; while its request is under way, when it was.
    public func nextPoll(of base: CurrencyCode, now: Moment) -> MonotonicInstant? {
        guard let track = track(of: base) else { return nil }
        if track.isInFlight, let attempt = track.attempt { return attempt.instant }
        let due = due(of: track)
        return max(sendable(track, due: due, now: now), now.instant)
    }

    /// Whether a base is due, so that nothing but its turn in the pace keeps its request back.
    public func isDue(_ base: CurrencyCode, now: Moment) -> Bool {
        guard let track = track(of: base), gateOpensAt(now: now) == nil else { return false }
        return due(of: track) <= now.instant
    }

    /// When the base itself is due: gate and pace left aside.
    private func due(of track: Track) -> MonotonicInstant {
        guard let attempt = track.attempt?.instant else { return track.watchedSince }
        let own = ownInterval(of: track.watched.base)
        if isSlow(track) { return attempt.advanced(by: backoff.slowInterval(own: own)) }
        switch track.state.lastResult {
        case .good:
            return attempt.advanced(by: intervalInForce(track))
        case .failed(let reason) where reason.isLimit:
            return attempt.advanced(by: settings.minInterval)
        case .failed, nil:
            let failures = max(track.state.failuresInARow, 1)
            let wait = backoff.wait(afterFailures: failures, interval: own)
            let end = track.failureEnd ?? attempt
            // From the failure, but no later than the base's interval after the attempt.
            let retry = min(end.advanced(by: wait), attempt.advanced(by: own))
            return max(
                retry, track.notBefore ?? retry, attempt.advanced(by: settings.minInterval), end)
        }
    }

    /// When the request of a base may leave: due, its turn in the pace, and the gate open.
    private func sendable(
        _ track: Track, due: MonotonicInstant, now: Moment
    ) -> MonotonicInstant {
        var instant = due
        if let lastRequest { instant = max(instant, lastRequest.advanced(by: plan.spacing)) }
        guard let gate, gate.opensAt.instant > now.instant else { return instant }
        let isProbe = track.watched.base == gate.base || !bases.contains(gate.base)
        return max(instant, isProbe ? gate.nextTryAt.instant : gate.opensAt.instant)
    }
}
