public import Domain
import ExchangeRate
import Freshness

extension PollSchedule {
    static func track(_ watched: WatchedBase, stored: BaseState?, now: Moment) -> Track {
        var track = Track(
            watched: watched,
            state: stored ?? BaseState(base: watched.base, firstDueAt: now.timestamp),
            watchedSince: now.instant)
        track.state.firstDueAt = min(track.state.firstDueAt, now.timestamp)
        track.attempt = track.state.lastAttemptAt.map { past($0, now: now) }
        track.failureEnd = track.attempt?.instant
        track.notBefore = track.state.notBefore.map {
            future($0, within: watched.interval, now: now).instant
        }
        track.voidRejections()
        return track
    }

    /// No month is longer: a gate that opens later was closed by a wrong clock.
    static let longestMonth: Duration = .seconds(31 * 86400)

    /// A stored time of the past, which a wall clock set back since then may show in the future.
    static func past(_ timestamp: Timestamp, now: Moment) -> Moment {
        now.moment(at: min(timestamp, now.timestamp))
    }

    /// A stored end of a wait, which a wall clock set back since then may have made endless.
    static func future(_ timestamp: Timestamp, within limit: Duration, now: Moment) -> Moment {
        now.moment(at: min(timestamp, now.timestamp + limit))
    }

    /// Notes what is stored by the wall clock as it shows now: who set it since has moved what the next
    /// start reads.
    mutating func restamp(now: Moment) {
        if let gate {
            // A month ends by the calendar, whatever the clock was.
            if !gate.isQuota { self.gate?.opensAt = gate.opensAt.told(by: now) }
            self.gate?.nextTryAt = gate.nextTryAt.told(by: now)
        }
        stretch.restamp(now: now)
    }

    /// Takes over another key or address: voids all but the count of the month.
    public mutating func changeAccount(fingerprint: UInt32, now: Moment) {
        guard fingerprint != self.fingerprint else { return }
        self.fingerprint = fingerprint
        accountSince = now.instant
        gate = nil
        limitAnswersInARow = 0
        unauthorizedInARow = 0
        stretch.reset()
        for index in tracks.indices { tracks[index].forgetWaits() }
        for base in retired.keys { retired[base]?.forgetWaits() }
    }

    /// Takes in what the storage held, where it could be read only after the start.
    ///
    /// The later gate and the larger count hold; attempts of former processes count as made.
    public mutating func merge(account: AccountState?, states: [BaseState], now: Moment) {
        for stored in states {
            guard let index = index(of: stored.base) else { continue }
            tracks[index].merge(stored, now: now)
        }
        guard let account else { return }
        monthCounter.merge(account)
        guard account.fingerprint == fingerprint, let stored = account.gate else { return }
        let opensAt = Self.future(
            stored.opensAt, within: stored.isQuota ? Self.longestMonth : backoff.maxBackoff,
            now: now)
        guard opensAt.instant > (gate?.opensAt.instant ?? now.instant) else { return }
        limitAnswersInARow = max(limitAnswersInARow, account.limitAnswersInARow)
        gate = Gate(
            opensAt: opensAt,
            nextTryAt: Self.future(stored.nextTryAt, within: backoff.maxBackoff, now: now),
            closedAt: Gate.closedByFormerProcess, base: stored.base, isQuota: stored.isQuota)
    }
}

extension PollSchedule.Track {
    /// Ends the waits after rejections, as a start and a reload do.
    mutating func voidRejections() {
        forbiddenInARow = 0
        if case .failed(let reason) = state.lastResult,
            reason == .unauthorized || reason == .forbidden
        {
            state.failuresInARow = 0
        }
    }

    mutating func forgetWaits() {
        forbiddenInARow = 0
        state.failuresInARow = 0
        state.notBefore = nil
        notBefore = nil
    }

    mutating func merge(_ stored: BaseState, now: Moment) {
        state.firstDueAt = min(state.firstDueAt, stored.firstDueAt)
        state.lastSuccessAt = [state.lastSuccessAt, stored.lastSuccessAt].compactMap(\.self).max()
        guard attempt == nil else { return }
        state.lastAttemptAt = stored.lastAttemptAt
        state.lastResult = stored.lastResult
        state.failuresInARow = stored.failuresInARow
        state.notBefore = stored.notBefore
        state.context = stored.context
        attempt = stored.lastAttemptAt.map { PollSchedule.past($0, now: now) }
        failureEnd = attempt?.instant
        notBefore = stored.notBefore.map {
            PollSchedule.future($0, within: watched.interval, now: now).instant
        }
    }
}
