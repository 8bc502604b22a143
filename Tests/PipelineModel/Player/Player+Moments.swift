import Delivery
import Domain
import ExchangeRate
import Freshness
import Pipeline
import Polling

extension Player {
    /// Lets the time pass up to an instant, waking when the pipeline says.
    mutating func run(until end: MonotonicInstant) throws(Interruption) {
        while moments < 2 * mostMoments {
            try settle()
            let wake = try nextWake()
            guard let wake, wake <= end else { break }
            now = now.at(max(wake, now.instant))
        }
        now = now.at(max(end, now.instant))
    }

    /// Does all that is due at this moment.
    mutating func settle() throws(Interruption) {
        moments += 1
        var rounds = 0
        var isEvaluated = false
        repeat {
            rounds += 1
            try demand(rounds < 100, "it does not come to rest")
            try takeAnswers()
            try takeDeliveries()
            if isEvaluationDue || isAnswered || !isEvaluated { try evaluate() }
            isEvaluated = true
            try poll()
            try deliver()
        } while isEvaluationDue || isAnswered
            || requests.contains { $0.endsAt <= now.instant }
            || deliveries.contains { $0.endsAt <= now.instant }
        try compareSnapshot()
    }

    /// When something is to be done next, by what the pipeline says.
    mutating func nextWake() throws(Interruption) -> MonotonicInstant? {
        var wakes = requests.map(\.endsAt) + deliveries.map(\.endsAt)
        if let wake = state.wakePlan(now: now).wakeTime { wakes.append(wake) }
        try demandPromptPolls(state.next(now: now))
        for destination in state.destinations {
            if case .wait(until: let instant) = state.nextDelivery(at: destination, now: now) {
                wakes.append(instant)
                try demand(
                    instant <= now.advanced(by: .seconds(901)).instant,
                    "\(destination.receiver) waits for more than 15 minutes")
            }
        }
        let wake = wakes.min()
        if let wake {
            wakesAtOnce = wake > now.instant ? 0 : wakesAtOnce + 1
            try demand(wakesAtOnce < 10, "it wakes up again at once, to no avail")
        }
        if let change = reference.nextChange(now: now) {
            try demand(
                wake.map { $0 <= change.advanced(by: .seconds(1)) } ?? false,
                "it sleeps until \(wake.map { now.timestamp(at: $0).iso8601 } ?? "for ever"), "
                    + "though something changes at \(now.timestamp(at: change).iso8601)")
        }
        return wake
    }

    private func demandPromptPolls(_ next: PollSchedule.Action) throws(Interruption) {
        let polling = reference.polling
        let idle = setup.bases.filter { polling.tracks[$0.code]?.isUnderWay == false }
        let expected = idle.map { base in
            polling.mayLeave(
                base, interval: polling.interval(of: base, with: reference.data, setup).upperBound,
                setup, now: now)
        }.min()
        let isAlone = requests.isEmpty || polling.limitsInARow == 0
        switch next {
        case .poll(let base): throw .disagreement("\(base) is to be asked a second time at once")
        case .waitForAnswer:
            try demand(!requests.isEmpty, "it waits for an answer that nobody was asked for")
            try demand(!isAlone || expected == nil, "it waits for an answer, not for the next base")
        case .wait(let instant):
            guard let expected, isAlone else { return }
            // Where the clock was set back, a start does not know which request was the last.
            let known = startedAt.advanced(by: setup.spacing)
            try demand(
                instant <= max(expected, now.instant, known).advanced(by: .seconds(1)),
                "it asks at \(now.timestamp(at: instant).iso8601), "
                    + "due was \(now.timestamp(at: expected).iso8601)")
        }
    }

    /// Asks all bases that the pipeline wants to ask now.
    private mutating func poll() throws(Interruption) {
        while case .poll(let code) = state.next(now: now) {
            guard let base = setup.bases.first(where: { $0.code == code }) else {
                throw .disagreement("\(code) is asked, but not configured")
            }
            let polling = reference.polling
            try demand(polling.tracks[code]?.isUnderWay == false, "\(code) is asked twice at once")
            let soonest = polling.mayLeave(
                base, interval: polling.interval(of: base, with: reference.data, setup).lowerBound,
                setup, now: now)
            try demand(
                soonest <= now.instant,
                "\(code) is asked before \(now.timestamp(at: soonest).iso8601)")
            if keepsTimeline { note("asks \(code)") }
            let update = state.begin(code, now: now)
            reference.polling.begin(code, setup, now: now)
            commit(update)
            if killPoint == .afterAttempt { throw .killed }
            try demand(state.send(code, now: now), "\(code) is not asked after all")
            polls[code, default: 0] += 1
            requests.append(request(base))
        }
    }

    private mutating func takeAnswers() throws(Interruption) {
        while let index = requests.firstIndex(where: { $0.endsAt <= now.instant }) {
            let request = requests.remove(at: index)
            let outcome = PollOutcome(
                base: request.base.code, startedAt: request.startedAt, endedAt: now,
                answer: request.answer)
            if keepsTimeline { note("\(request.base.code) answers \(request.answer.text)") }
            let (update, _) = state.ingest(outcome, jitter: schedule.jitter)
            pending.merge(update)
            isAnswered = true
            takeIntoReference(request)
        }
    }

    private mutating func takeIntoReference(_ request: Request) {
        let code = request.base.code
        let ending: ReferencePolling.Ending
        var retryAfter: Duration?
        var isRefusal = false
        switch request.answer {
        case .success(let latest):
            ending = .good
            let seen = latest.rates.keys.compactMap { text in
                CurrencyCode(text).flatMap { symbol in
                    (latest.effectiveTimes[text] ?? latest.observedAt).map { time in
                        (
                            symbol,
                            ReferenceData.Reading(
                                observedAt: time, source: latest.sources[text] ?? latest.source,
                                session: latest.marketSession)
                        )
                    }
                }
            }
            let symbols = setup.bases.first { $0.code == code }?.symbols ?? []
            reference.data.take(
                Dictionary(uniqueKeysWithValues: seen).filter {
                    symbols.isEmpty || symbols.contains($0.key)
                }, of: code, now: now)
        case .failure(let error):
            ending = .failed(error.reason)
            if case .after(let wait)? = error.retryAfter { retryAfter = wait }
            isRefusal = error.reason == .forbidden && error.code == "forbidden"
            if reference.data.bases[code] != nil {
                errors[code, default: [:]][error.reason, default: 0] += 1
            }
        }
        let sentAt = request.startedAt.instant
        let mayBeCutOff = reference.wokeAt.map { sentAt < $0 } ?? false
        let keySince = reference.polling.keySince
        // A reload may have changed its interval.
        let base = setup.bases.first { $0.code == code } ?? request.base
        reference.polling.finish(
            base, ending, retryAfter: retryAfter, isRefusal: isRefusal,
            jitter: schedule.jitter, setup, now: now)
        if reference.polling.isClosed(now) { reference.alerts.unasked = [] }
        if reference.data.bases[code] != nil, ending.isAnswer || !mayBeCutOff {
            reference.alerts.unasked.remove(code)
        }
        guard sentAt >= keySince || ending == .good else { return }
        reference.alerts.take(
            ending, isRefusal: isRefusal, of: code, sentAt: sentAt, setup, now: now)
    }
}

extension Result<Latest, ExchangeRateError> {
    fileprivate var text: String {
        switch self {
        case .success(let latest):
            let times = latest.effectiveTimes.sorted { $0.key < $1.key }
                .map { "\($0.key) of \($0.value.iso8601)" }
            return "\(latest.rates.keys.sorted()) of \(latest.observedAt?.iso8601 ?? "?") "
                + "\(times.joined(separator: " ")) \(latest.source) \(latest.sources)"
        case .failure(let error):
            return "\(error.reason.rawValue) \(error.retryAfter.map { "\($0)" } ?? "")"
        }
    }
}
