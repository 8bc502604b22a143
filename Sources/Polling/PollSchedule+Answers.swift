public import Domain
public import ExchangeRate

extension PollSchedule {
    /// Counts a request that is about to be sent.
    ///
    /// The account and the base's state are to be stored before it leaves.
    public mutating func begin(_ base: CurrencyCode, now: Moment) {
        guard let index = index(of: base) else { return }
        restamp(now: now)
        monthCounter.add(in: AccountState.Month(of: now.timestamp))
        tracks[index].unsent = Unsent(
            attempt: tracks[index].attempt, failureEnd: tracks[index].failureEnd,
            state: tracks[index].state, lastRequest: lastRequest, gateClosedAt: gate?.closedAt)
        lastRequest = now.instant
        tracks[index].isInFlight = true
        tracks[index].attempt = now
        tracks[index].failureEnd = nil
        tracks[index].state.lastAttemptAt = now.timestamp
        tracks[index].state.lastResult = nil
        // A spent quota is tried again only after the whole wait, whatever comes of this try.
        if var quota = gate, quota.isQuota, quota.opensAt.instant > now.instant {
            quota.nextTryAt = nextTry(before: quota.opensAt, now: now)
            gate = quota
        }
    }

    /// Takes in that the request leaves now: storing the attempt may have taken its time.
    ///
    /// Intervals count from here, so that a slow disk brings no two requests closer together.
    ///
    /// - Returns: false where the gate closed meanwhile, or a reload took the base out: then the
    ///   attempt is called off, as if it had not begun.
    public mutating func send(_ base: CurrencyCode, now: Moment) -> Bool {
        guard var track = trackEvenRetired(of: base), let unsent = track.unsent else {
            return false
        }
        defer { put(track) }
        track.unsent = nil
        let isClosed =
            gate.map {
                $0.opensAt.instant > now.instant && $0.closedAt != unsent.gateClosedAt
            } ?? false
        if isClosed || !bases.contains(base) {
            monthCounter.takeBack()
            lastRequest = unsent.lastRequest
            track.isInFlight = false
            track.attempt = unsent.attempt
            track.failureEnd = unsent.failureEnd
            track.state = unsent.state
            return false
        }
        lastRequest = now.instant
        track.attempt = now
        track.state.lastAttemptAt = now.timestamp
        return true
    }

    /// Takes in how a request ended, also that of a base that a reload took out.
    ///
    /// - Parameters:
    ///   - isPlanRefusal: whether the API's own code says that the plan does not cover the base.
    ///   - retryAfter: what the answer asks for, from its arrival.
    ///   - jitter: 0 to 1, drawn at random.
    public mutating func finish(
        _ base: CurrencyCode, result: PollResult, isPlanRefusal: Bool = false,
        retryAfter: Duration? = nil, jitter: Double, now: Moment
    ) {
        guard var track = trackEvenRetired(of: base), let attempt = track.attempt else {
            return
        }
        defer { put(track) }
        restamp(now: now)
        track.isInFlight = false
        track.unsent = nil
        track.state.lastResult = result
        track.notBefore = nil
        track.state.notBefore = nil
        switch result {
        case .good:
            track.state.lastSuccessAt = now.timestamp
            track.state.failuresInARow = 0
            track.forbiddenInARow = 0
            unauthorizedInARow = 0
            takeOtherAnswer(of: base, isGood: true, sentAt: attempt.instant, now: now)
        case .failed where attempt.instant < accountSince:
            // Nothing that was said of the former key holds for this one.
            track.failureEnd = now.instant
        case .failed(let reason) where reason.isLimit:
            takeLimitAnswer(
                of: base, reason: reason, sentAt: attempt.instant, retryAfter: retryAfter,
                jitter: jitter, now: now)
        case .failed(let reason):
            track.failureEnd = now.instant
            track.state.failuresInARow += 1
            keepQuiet(&track, retryAfter: retryAfter, now: now)
            // A request that never got its answer says nothing of limits and keys.
            guard !reason.isWithoutAnswer else { return }
            track.forbiddenInARow = isPlanRefusal ? track.forbiddenInARow + 1 : 0
            unauthorizedInARow = reason == .unauthorized ? unauthorizedInARow + 1 : 0
            takeOtherAnswer(of: base, isGood: false, sentAt: attempt.instant, now: now)
        }
    }

    /// Forgets a request that was given up before its end, as a stopping process does.
    public mutating func abandon(_ base: CurrencyCode) {
        guard var track = trackEvenRetired(of: base) else { return }
        track.isInFlight = false
        track.unsent = nil
        put(track)
    }

    /// Also one that a reload took out while its request was under way.
    private func trackEvenRetired(of base: CurrencyCode) -> Track? {
        track(of: base) ?? retired[base]
    }

    private mutating func put(_ track: Track) {
        let base = track.watched.base
        if let index = index(of: base) { tracks[index] = track } else { retired[base] = track }
    }

    /// Keeps to what a failed answer asks for, as far as the base's interval and the caps go.
    private func keepQuiet(_ track: inout Track, retryAfter: Duration?, now: Moment) {
        guard let retryAfter, retryAfter > .zero, let attempt = track.attempt else { return }
        let base = track.watched.base
        let own = bases.contains(base) ? ownInterval(of: base) : track.watched.interval
        let asked = now.instant.advanced(by: min(retryAfter, backoff.maxBackoff))
        let notBefore = min(asked, max(attempt.instant.advanced(by: own), now.instant))
        track.notBefore = notBefore
        track.state.notBefore = now.timestamp(at: notBefore)
    }

    private mutating func takeOtherAnswer(
        of base: CurrencyCode, isGood: Bool, sentAt: MonotonicInstant, now: Moment
    ) {
        if let gate, sentAt <= gate.closedAt { return }
        // While a quota is spent, only rates prove that it is not.
        if let gate, gate.isQuota, gate.opensAt.instant > now.instant, !isGood { return }
        if gate?.isQuota == true { stretch.reset() }
        gate = nil
        limitAnswersInARow = 0
        stretch.takeOtherAnswer(of: base, among: bases, now: now)
    }

    private mutating func takeLimitAnswer(
        of base: CurrencyCode, reason: FailureReason, sentAt: MonotonicInstant,
        retryAfter: Duration?, jitter: Double, now: Moment
    ) {
        let wasUnderWay = gate.map { sentAt <= $0.closedAt } ?? false
        if !wasUnderWay {
            // The wait of a quota has ended, though not the limits.
            if let gate, gate.isQuota, gate.opensAt.instant <= now.instant { stretch.reset() }
            limitAnswersInARow += 1
            stretch.takeLimitAnswer(now: now)
        }
        var closed = closedGate(
            by: base, reason: reason, retryAfter: retryAfter, jitter: jitter, now: now)
        if let gate, gate.opensAt.instant > now.instant {
            if wasUnderWay { closed.closedAt = gate.closedAt }
            if gate.opensAt.instant > closed.opensAt.instant {
                // No answer shortens a wait, but a spent quota's next try moves on.
                closed.opensAt = gate.opensAt
                closed.isQuota = gate.isQuota
                closed.base = gate.base
                if wasUnderWay || !gate.isQuota { closed.nextTryAt = gate.nextTryAt }
            }
        }
        gate = closed
    }

    private func closedGate(
        by base: CurrencyCode, reason: FailureReason, retryAfter: Duration?, jitter: Double,
        now: Moment
    ) -> Gate {
        guard reason == .quotaExceeded else {
            let wait = backoff.wait(
                afterLimitAnswers: max(limitAnswersInARow, 1), retryAfter: retryAfter,
                jitter: jitter)
            let opensAt = now.advanced(by: wait)
            return Gate(
                opensAt: opensAt, nextTryAt: opensAt, closedAt: now.instant, base: base,
                isQuota: false)
        }
        let opensAt = now.moment(at: AccountState.Month(of: now.timestamp).end)
        return Gate(
            opensAt: opensAt, nextTryAt: nextTry(before: opensAt, now: now),
            closedAt: now.instant, base: base, isQuota: true)
    }

    /// When a spent quota is tried next: the last try of a month is the one at its end.
    private func nextTry(before opensAt: Moment, now: Moment) -> Moment {
        let nextTryAt = now.advanced(by: backoff.maxBackoff)
        return opensAt.instant < nextTryAt.instant ? opensAt : nextTryAt
    }
}
