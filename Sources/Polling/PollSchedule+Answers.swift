public import Domain
public import ExchangeRate

extension PollSchedule {
    /// Counts a request that is about to be sent.
    ///
    /// The account and the base's state are to be stored before it leaves.
    public mutating func begin(_ base: CurrencyCode, now: Moment) {
        guard let index = index(of: base) else { return }
        let present = AccountState.Month(of: now.timestamp)
        if present != month {
            month = present
            monthRequests = 0
        }
        monthRequests += 1
        lastRequest = now.instant
        tracks[index].isInFlight = true
        tracks[index].attempt = now
        tracks[index].failureEnd = nil
        tracks[index].retryAfter = nil
        tracks[index].state.lastAttemptAt = now.timestamp
        tracks[index].state.lastResult = nil
    }

    /// Takes in that the request leaves now: storing the attempt may have taken its time.
    ///
    /// Intervals count from here, so that a slow disk brings no two requests closer together.
    public mutating func send(_ base: CurrencyCode, now: Moment) {
        guard let index = index(of: base) else { return }
        lastRequest = now.instant
        tracks[index].attempt = now
        tracks[index].state.lastAttemptAt = now.timestamp
    }

    /// Takes in how a request ended.
    ///
    /// - Parameters:
    ///   - retryAfter: what the answer asks for, from its arrival.
    ///   - jitter: 0 to 1, drawn at random.
    public mutating func finish(
        _ base: CurrencyCode, result: PollResult, retryAfter: Duration? = nil, jitter: Double,
        now: Moment
    ) {
        guard let index = index(of: base), let attempt = tracks[index].attempt else { return }
        tracks[index].isInFlight = false
        tracks[index].state.lastResult = result
        switch result {
        case .good:
            tracks[index].state.lastSuccessAt = now.timestamp
            tracks[index].state.failuresInARow = 0
            tracks[index].state.forbiddenInARow = 0
            unauthorizedInARow = 0
            takeOtherAnswer(of: base, sentAt: attempt.instant, now: now)
        case .failed(let reason) where reason.isLimit:
            takeLimitAnswer(
                of: base, reason: reason, sentAt: attempt.instant, retryAfter: retryAfter,
                jitter: jitter, now: now)
        case .failed(let reason):
            tracks[index].failureEnd = now.instant
            tracks[index].retryAfter = retryAfter
            tracks[index].state.failuresInARow += 1
            tracks[index].state.forbiddenInARow =
                reason == .forbidden ? tracks[index].state.forbiddenInARow + 1 : 0
            if reason == .unauthorized { unauthorizedInARow += 1 }
            // A request that never got its answer says nothing of limits.
            if !reason.isWithoutAnswer {
                takeOtherAnswer(of: base, sentAt: attempt.instant, now: now)
            }
        }
    }

    /// Forgets a request that was given up before its end, as a stopping process does.
    public mutating func abandon(_ base: CurrencyCode) {
        guard let index = index(of: base) else { return }
        tracks[index].isInFlight = false
    }

    private mutating func takeOtherAnswer(
        of base: CurrencyCode, sentAt: MonotonicInstant, now: Moment
    ) {
        if let gate, sentAt <= gate.closedAt { return }
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
        let nextTryAt = now.advanced(by: backoff.maxBackoff)
        return Gate(
            opensAt: opensAt,
            nextTryAt: opensAt.instant < nextTryAt.instant ? opensAt : nextTryAt,
            closedAt: now.instant, base: base, isQuota: true)
    }
}
