import Domain
import ExchangeRate
import Freshness

/// When the API may be asked, as the section "Polling" of the contract has it.
struct ReferencePolling {
    enum Ending: Hashable {
        case good
        case failed(FailureReason)

        /// Whether an answer came at all.
        var isAnswer: Bool {
            switch self {
            case .good: true
            case .failed(let reason): !reason.isWithoutAnswer
            }
        }
    }

    struct Track {
        var since: Moment
        var attempt: Moment?
        /// When the last attempt failed.
        var failedAt: Moment?
        var ending: Ending?
        var failures = 0
        var refusals = 0
        /// Until when a failed answer asked to be left alone.
        var askedUntil: Moment?
        var isUnderWay = false
    }

    struct Gate {
        var opensAt: Moment
        /// The base that met it may try then.
        var nextTry: Moment
        /// What was sent until then tells nothing new.
        var closedAt: MonotonicInstant
        var base: CurrencyCode
        var isQuota: Bool
    }

    struct Month: Hashable {
        var text: Substring

        init(_ time: Timestamp) { text = time.iso8601.prefix(7) }
    }

    var tracks: [CurrencyCode: Track] = [:]
    var retired: [CurrencyCode: Track] = [:]
    var lastRequest: Moment?
    var gate: Gate?
    var limitsInARow = 0
    var rejectionsInARow = 0
    var stretch = 1
    var roundStart: Moment?
    var roundBases: Set<CurrencyCode> = []
    var requests: [Month: Int] = [:]
    var keySince = MonotonicInstant(nanosecondsSinceBoot: .min)

    /// The interval that follows a good answer.
    ///
    /// - Parameter data: what is known of the base; no stretch makes it stale.
    func interval(
        of base: Setup.Base, with data: ReferenceData, _ setup: Setup
    ) -> ClosedRange<Duration> {
        let own = setup.ownInterval(base)
        let attempt = tracks[base.code]?.attempt?.instant
        let fresh = data.ends(of: base.code, setup).compactMap { change in
            attempt.flatMap { $0 <= change ? $0.duration(to: change) : nil }
        }
        let freshFor = min(own + setup.live, fresh.min() ?? own + setup.live)
        let most = min(setup.maxInterval, freshFor * 0.9)
        // A wait after one more limit answer is to fit in as well.
        let careful = min(
            setup.maxInterval, freshFor * 0.9 - min(setup.minInterval * 2.2, setup.longestBackoff))
        let stretched = own * stretch
        return max(own, min(stretched, careful))...max(own, min(stretched, most))
    }

    /// When a base is due, its turn and the gate left aside.
    ///
    /// - Parameter interval: the one that follows a good answer.
    func due(_ base: Setup.Base, interval: Duration, _ setup: Setup) -> MonotonicInstant {
        guard let track = tracks[base.code] else {
            return MonotonicInstant(nanosecondsSinceBoot: .max)
        }
        guard let attempt = track.attempt?.instant else { return track.since.instant }
        let own = setup.ownInterval(base)
        if isSlow(track) { return attempt.advanced(by: max(own, setup.longestBackoff)) }
        let soonest = attempt.advanced(by: setup.minInterval)
        switch track.ending {
        case .good: return attempt.advanced(by: interval)
        case .failed(let reason) where reason.isLimit: return soonest
        case .failed, nil:
            var wait: Duration = .seconds(10)
            for _ in 1..<max(2, min(track.failures, 30)) where track.failures > 1 {
                wait = wait * 2
            }
            wait = min(max(min(wait, own), setup.minInterval), setup.longestBackoff)
            let failedAt = track.failedAt?.instant ?? attempt
            let again = min(failedAt.advanced(by: wait), attempt.advanced(by: own))
            return max(again, soonest, failedAt, track.askedUntil?.instant ?? again)
        }
    }

    /// When the request of a base may leave.
    func mayLeave(
        _ base: Setup.Base, interval: Duration, _ setup: Setup, now: Moment
    ) -> MonotonicInstant {
        var instant = due(base, interval: interval, setup)
        if let lastRequest {
            instant = max(instant, lastRequest.instant.advanced(by: setup.spacing))
        }
        guard let gate, gate.opensAt.instant > now.instant else { return instant }
        let tries = gate.base == base.code || tracks[gate.base] == nil
        return max(instant, tries ? gate.nextTry.instant : gate.opensAt.instant)
    }

    func isSlow(_ track: Track) -> Bool { rejectionsInARow >= 3 || track.refusals >= 3 }

    func isClosed(_ now: Moment) -> Bool { gate.map { $0.opensAt.instant > now.instant } ?? false }

    mutating func begin(_ base: CurrencyCode, _ setup: Setup, now: Moment) {
        tellWaits(by: now)
        requests[Month(now.timestamp), default: 0] += 1
        lastRequest = now
        tracks[base]?.attempt = now
        tracks[base]?.failedAt = nil
        tracks[base]?.ending = nil
        tracks[base]?.isUnderWay = true
        if var quota = gate, quota.isQuota, isClosed(now) {
            quota.nextTry = nextTry(before: quota.opensAt, setup, now: now)
            gate = quota
        }
    }

    private func nextTry(before end: Moment, _ setup: Setup, now: Moment) -> Moment {
        let next = now.advanced(by: setup.longestBackoff)
        return next.instant < end.instant ? next : end
    }

    mutating func abandonAll() {
        for base in tracks.keys { tracks[base]?.isUnderWay = false }
        for base in retired.keys { retired[base]?.isUnderWay = false }
    }

    mutating func rejectKey() {
        rejectionsInARow = 0
        for base in tracks.keys { tracks[base]?.forgetRejections() }
    }

    /// Another key or address: all but the count is void.
    mutating func changeKey(now: Moment) {
        keySince = now.instant
        gate = nil
        limitsInARow = 0
        rejectionsInARow = 0
        (stretch, roundStart, roundBases) = (1, nil, [])
        for base in tracks.keys {
            tracks[base]?.failures = 0
            tracks[base]?.refusals = 0
            tracks[base]?.askedUntil = nil
        }
    }
}

extension ReferencePolling.Track {
    mutating func forgetRejections() {
        refusals = 0
        if ending == .failed(.unauthorized) || ending == .failed(.forbidden) { failures = 0 }
    }
}
