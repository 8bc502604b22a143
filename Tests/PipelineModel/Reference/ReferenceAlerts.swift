import Domain
import ExchangeRate
import Freshness

/// Which alerts are pending and fire, as the section "Alerts" of the contract has it.
struct ReferenceAlerts {
    enum Verdict: Hashable {
        case holds
        case isOver
        /// No evidence: it stands still.
        case unknown
        case unwatched
    }

    enum Answer: Hashable {
        case good
        case limit
        case quota
        case other
    }

    struct State {
        var episode: Episode
        var isFiring = false
        /// How long the condition was seen to hold, while pending.
        var held: Duration = .zero
        /// How long it was seen to be over, while firing.
        var over: Duration?
        /// Until when one of the two is counted; nil while it stands still.
        var countedTo: MonotonicInstant?
    }

    var states: [AlertKey: State] = [:]
    var answers: [Answer] = []
    /// When the last 401 came that no good answer to a later request has made up for.
    var unauthorizedAt: MonotonicInstant?
    var refused: Set<CurrencyCode> = []
    /// Bases that were due at the start, or after a sleep, and have not been answered since: nobody
    /// asked meanwhile, so that the age of their data says nothing yet.
    var unasked: Set<CurrencyCode> = []
    var nextNumber = 0

    /// Takes in an answer of the API.
    mutating func take(
        _ ending: ReferencePolling.Ending, isRefusal: Bool, of base: CurrencyCode,
        sentAt: MonotonicInstant, _ setup: Setup, now: Moment
    ) {
        switch ending {
        case .good:
            refused.remove(base)
            if let unauthorizedAt, sentAt > unauthorizedAt { self.unauthorizedAt = nil }
            answers.append(.good)
        case .failed(let reason):
            guard !reason.isWithoutAnswer else { return }
            if reason == .unauthorized { unauthorizedAt = now.instant }
            if isRefusal { refused.insert(base) }
            switch reason {
            case .rateLimited: answers.append(.limit)
            case .quotaExceeded: answers.append(.quota)
            default: answers.append(.other)
            }
        }
        trim(setup)
    }

    mutating func trim(_ setup: Setup) {
        answers = answers.suffix(max(setup.limitWindow, 3))
    }

    /// Judges all alerts, and gives the episodes that began to fire and those that ended.
    mutating func evaluate(
        _ data: ReferenceData, gateOpensAt: MonotonicInstant?, _ setup: Setup, now: Moment
    ) -> [Episode] {
        refused.formIntersection(data.bases.keys)
        var changes: [Episode?] = []
        for code in data.bases.keys.sorted() {
            let stale = AlertKey(name: .stale, base: code)
            let symbolStale = AlertKey(name: .symbolStale, base: code)
            guard !unasked.contains(code) else {
                changes.append(judge(stale, .unknown, setup, now: now))
                changes.append(judge(symbolStale, .unknown, setup, now: now))
                continue
            }
            let isStale = data.isStale(code, setup, at: now.instant)
            changes.append(judge(stale, isStale ? .holds : .isOver, setup, now: now))
            let isAnyStale = data.changes(of: code, setup).contains { $0 < now.instant }
            let standsStill = isStale || states[stale] != nil
            changes.append(
                judge(
                    symbolStale, standsStill ? .unknown : isAnyStale ? .holds : .isOver, setup,
                    now: now))
        }
        let limited = judge(
            AlertKey(name: .limited), limitVerdict(data, gateOpensAt, setup, now: now), setup,
            now: now)
        if limited?.endsAt != nil { answers = [] }
        changes.append(limited)
        changes.append(
            judge(
                AlertKey(name: .keyRejected),
                unauthorizedAt != nil || !refused.isEmpty ? .holds : .isOver, setup, now: now))
        for key in states.keys.sorted() {
            if let base = key.base, data.bases[base] == nil {
                changes.append(judge(key, .unwatched, setup, now: now))
            }
        }
        return changes.compactMap(\.self)
    }

    private func limitVerdict(
        _ data: ReferenceData, _ gateOpensAt: MonotonicInstant?, _ setup: Setup, now: Moment
    ) -> Verdict {
        if answers.count >= 3, answers.suffix(3).allSatisfy({ $0 == .good }) { return .isOver }
        let window = answers.suffix(setup.limitWindow)
        if window.count(where: { $0 == .limit || $0 == .quota }) >= setup.limitCount
            || window.contains(.quota)
        {
            return .holds
        }
        if let gateOpensAt, let staleFrom = data.baseStaleFrom(setup, now: now),
            gateOpensAt > staleFrom
        {
            return .holds
        }
        return .unknown
    }

    private mutating func judge(
        _ key: AlertKey, _ verdict: Verdict, _ setup: Setup, now: Moment
    ) -> Episode? {
        let rule = setup.rule(key.name)
        let verdict = rule.isEnabled ? verdict : .unwatched
        var state = states[key]
        defer { states[key] = state }
        if let counted = state?.countedTo {
            let passed = max(.zero, counted.duration(to: now.instant))
            if state?.isFiring == false { state?.held += passed }
            if let over = state?.over { state?.over = over + passed }
        }
        state?.countedTo = verdict == .holds || verdict == .isOver ? now.instant : nil
        switch verdict {
        case .unknown: return nil
        case .holds:
            if state == nil {
                state = State(episode: begin(key, setup, now: now), countedTo: now.instant)
            }
            state?.over = nil
            guard state?.isFiring == false, state?.held ?? .zero >= rule.holdFor else { return nil }
            state?.isFiring = true
            return state?.episode
        case .isOver, .unwatched:
            guard state?.isFiring == true else {
                state = nil
                return nil
            }
            let over = state?.over ?? .zero
            state?.over = over
            guard verdict == .unwatched || over >= rule.keepFiringFor else { return nil }
            var ended = state?.episode
            let startsAt = ended?.startsAt ?? now.timestamp
            ended?.endsAt = max(now.timestamp, startsAt)
            state = nil
            return ended
        }
    }

    private mutating func begin(_ key: AlertKey, _ setup: Setup, now: Moment) -> Episode {
        nextNumber += 1
        var labels = setup.labels
        labels["alertname"] = key.name.rawValue
        labels["severity"] = setup.rule(key.name).severity
        if let base = key.base { labels["base"] = base.text }
        return Episode(
            number: nextNumber, name: key.name, labels: labels, startsAt: now.timestamp)
    }

    /// When something changes by time alone.
    func nextChange(_ setup: Setup) -> MonotonicInstant? {
        states.compactMap { key, state in
            guard let counted = state.countedTo else { return nil }
            let rule = setup.rule(key.name)
            if !state.isFiring { return counted.advanced(by: rule.holdFor - state.held) }
            return state.over.map { counted.advanced(by: rule.keepFiringFor - $0) }
        }.min()
    }

    /// Nobody looks: what passes until somebody does is not counted.
    mutating func standStill() {
        for key in states.keys { states[key]?.countedTo = nil }
    }

    mutating func restart() {
        standStill()
        // Any request of this process is sent after that of a former one was answered.
        if unauthorizedAt != nil { unauthorizedAt = MonotonicInstant(nanosecondsSinceBoot: .min) }
    }
}
