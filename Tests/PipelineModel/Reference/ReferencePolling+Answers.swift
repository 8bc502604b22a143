import Domain
import ExchangeRate
import Freshness

extension ReferencePolling {
    /// Takes in an answer.
    ///
    /// - Parameters:
    ///   - retryAfter: what it asks for.
    ///   - isRefusal: whether the API's own code says that the plan does not cover the base.
    ///   - jitter: what was drawn for the wait: 0 to 1.
    mutating func finish(
        _ base: Setup.Base, _ ending: Ending, retryAfter: Duration?, isRefusal: Bool,
        jitter: Double, _ setup: Setup, now: Moment
    ) {
        let isWatched = tracks[base.code] != nil
        guard var track = tracks[base.code] ?? retired[base.code], let attempt = track.attempt
        else { return }
        tellWaits(by: now)
        track.isUnderWay = false
        track.ending = ending
        track.askedUntil = nil
        defer { if isWatched { tracks[base.code] = track } else { retired[base.code] = track } }
        switch ending {
        case .good:
            track.failures = 0
            track.refusals = 0
            rejectionsInARow = 0
            takeOther(base.code, isGood: true, sentAt: attempt.instant, now: now)
        case .failed where attempt.instant < keySince:
            // It was said of another key.
            track.failedAt = now
        case .failed(let reason) where reason.isLimit:
            takeLimit(
                base.code, isQuota: reason == .quotaExceeded, sentAt: attempt.instant,
                retryAfter: retryAfter, jitter: jitter, setup, now: now)
        case .failed(let reason):
            track.failedAt = now
            track.failures += 1
            if let retryAfter, retryAfter > .zero {
                let own = isWatched ? setup.ownInterval(base) : base.interval
                let turn = attempt.instant.advanced(by: own)
                let asked = now.instant.advanced(by: min(retryAfter, setup.longestBackoff))
                track.askedUntil = now.at(min(asked, max(turn, now.instant)))
            }
            guard !reason.isWithoutAnswer else { return }
            track.refusals = isRefusal ? track.refusals + 1 : 0
            rejectionsInARow = reason == .unauthorized ? rejectionsInARow + 1 : 0
            takeOther(base.code, isGood: false, sentAt: attempt.instant, now: now)
        }
    }

    private mutating func takeOther(
        _ base: CurrencyCode, isGood: Bool, sentAt: MonotonicInstant, now: Moment
    ) {
        if let gate {
            if sentAt <= gate.closedAt { return }
            if gate.isQuota, isClosed(now), !isGood { return }
            if gate.isQuota { (stretch, roundStart, roundBases) = (1, nil, []) }
        }
        gate = nil
        limitsInARow = 0
        guard stretch > 1 else { return }
        roundStart = roundStart ?? now
        roundBases.insert(base)
        guard roundBases.isSuperset(of: tracks.keys), let start = roundStart?.instant,
            start.duration(to: now.instant) >= .seconds(900)
        else { return }
        stretch /= 2
        (roundStart, roundBases) = (stretch > 1 ? now : nil, [])
    }

    private mutating func takeLimit(
        _ base: CurrencyCode, isQuota: Bool, sentAt: MonotonicInstant, retryAfter: Duration?,
        jitter: Double, _ setup: Setup, now: Moment
    ) {
        let wasUnderWay = gate.map { sentAt <= $0.closedAt } ?? false
        if !wasUnderWay {
            if let gate, gate.isQuota, !isClosed(now) { stretch = 1 }
            limitsInARow += 1
            stretch = min(stretch * 2, 16)
            (roundStart, roundBases) = (now, [])
        }
        var wait = setup.minInterval
        for _ in 0..<min(max(limitsInARow, 1), 24) { wait = wait * 2 }
        wait = min(max(wait, retryAfter ?? .zero), setup.longestBackoff)
        wait = min(wait + wait * (jitter * 0.1), setup.longestBackoff)
        let end = isQuota ? now.moment(at: now.timestamp.nextMonth) : now.advanced(by: wait)
        let next = now.advanced(by: setup.longestBackoff)
        var closed = Gate(
            opensAt: end, nextTry: isQuota && next.instant < end.instant ? next : end,
            closedAt: now.instant, base: base, isQuota: isQuota)
        if let gate, isClosed(now) {
            if wasUnderWay { closed.closedAt = gate.closedAt }
            if gate.opensAt.instant > closed.opensAt.instant {
                // No answer shortens a wait; the next try of a quota moves on with each.
                closed.opensAt = gate.opensAt
                closed.isQuota = gate.isQuota
                closed.base = gate.base
                if wasUnderWay || !gate.isQuota { closed.nextTry = gate.nextTry }
            }
        }
        gate = closed
    }

    /// Notes waits by the wall clock as it is: what is stored next tells of them by it.
    mutating func tellWaits(by now: Moment) {
        if var closed = gate {
            if !closed.isQuota { closed.opensAt = closed.opensAt.told(by: now) }
            closed.nextTry = closed.nextTry.told(by: now)
            gate = closed
        }
        roundStart = roundStart?.told(by: now)
    }

    /// Notes all requests by the wall clock as it is, as a reload does.
    mutating func tellRequests(by now: Moment) {
        tellWaits(by: now)
        lastRequest = lastRequest?.told(by: now)
        for (code, track) in tracks { tracks[code]?.attempt = track.attempt?.told(by: now) }
    }

    /// Goes on in another process, which knows the wall clock's times alone.
    mutating func restart(_ setup: Setup, now: Moment) {
        abandonAll()
        retired = [:]
        keySince = MonotonicInstant(nanosecondsSinceBoot: .min)
        for base in tracks.keys {
            guard var track = tracks[base] else { continue }
            track.since = now
            track.attempt = track.attempt.map { now.longPast($0.timestamp) }
            track.failedAt = track.attempt
            let interval = setup.bases.first { $0.code == base }?.interval ?? .zero
            track.askedUntil = track.askedUntil.map {
                now.stillFuture($0.timestamp, within: interval)
            }
            tracks[base] = track
        }
        rejectKey()
        // Which of them was the last nobody knows, where the clock was set in between.
        lastRequest = ([lastRequest] + tracks.values.map(\.attempt)).compactMap(\.self)
            .map { now.longPast($0.timestamp) }.max { $0.instant < $1.instant }
        roundStart = roundStart.map { now.past($0.timestamp) }
        if var closed = gate {
            closed.opensAt = now.future(
                closed.opensAt.timestamp,
                within: closed.isQuota ? .seconds(31 * 86400) : setup.longestBackoff)
            closed.nextTry = now.future(closed.nextTry.timestamp, within: setup.longestBackoff)
            closed.closedAt = MonotonicInstant(nanosecondsSinceBoot: .min)
            gate = closed
        }
    }
}

extension Timestamp {
    /// The 1st of the next month, 00:00 UTC.
    fileprivate var nextMonth: Timestamp {
        var time = self
        repeat { time = time + .seconds(3600) } while time.iso8601.prefix(7) == iso8601.prefix(7)
        let hour = Int64(3600)
        return Timestamp(seconds: time.wholeSeconds / hour * hour) ?? time
    }
}

extension Moment {
    func at(_ instant: MonotonicInstant) -> Moment {
        Moment(timestamp: timestamp(at: instant), instant: instant)
    }

    /// A time that is over, also where the clock was set back since.
    func past(_ time: Timestamp) -> Moment { moment(at: min(time, timestamp)) }

    /// The same, but for what is stored: that stays as it was written.
    func longPast(_ time: Timestamp) -> Moment {
        Moment(timestamp: time, instant: past(time).instant)
    }

    /// The end of a wait that is stored, which stays as it was written.
    func stillFuture(_ time: Timestamp, within limit: Duration) -> Moment {
        Moment(timestamp: time, instant: future(time, within: limit).instant)
    }

    /// The end of a wait, also where the clock was set back since.
    func future(_ time: Timestamp, within limit: Duration) -> Moment {
        moment(at: min(time, timestamp + limit))
    }
}
