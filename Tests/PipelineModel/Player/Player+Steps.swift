import Domain
import ExchangeRate
import Freshness
import Pipeline

extension Player {
    mutating func take(_ step: Step) throws(Interruption) {
        switch step {
        case .pass(let duration): try run(until: now.advanced(by: duration).instant)
        case .passTo(let target, let offset):
            try settle()
            let instant: MonotonicInstant? =
                switch target {
                case .wakeUp: try nextWake()
                case .change: reference.nextChange(now: now)
                }
            guard let instant else { return }
            try run(until: max(now.instant, instant.advanced(by: offset)))
        case .api(let number, let mood):
            for (index, base) in schedule.setup.bases.enumerated()
            where number == nil || number == index {
                moods[base.code] = mood
                moodSince[base.code] = trueTime
            }
        case .peer(let number, let mood):
            for (index, receiver) in schedule.setup.receivers.enumerated()
            where number == nil || number == index {
                peers[receiver.name]?.mood = mood
            }
        case .restart(let pause, let reload):
            if isAnswered || isEvaluationDue { try evaluate() }
            if let reload { change(reload, atRestart: true) }
            try restart(after: pause)
        case .kill(let point, let pause):
            (killPoint, down) = (point, pause)
            if point == .now { throw .killed }
        case .disk(let fails): disk.fails = fails
        case .reload(let reload):
            change(reload, atRestart: false)
            try self.reload()
        case .wallClock(let jump):
            now.timestamp = now.timestamp + jump
            skew += jump
        case .suspend(let duration):
            // That of the engine's loop: a receiver's worker sleeps for itself.
            let plan = state.wakePlan(now: now)
            now = now.advanced(by: duration)
            if plan.isOverslept(now: now) {
                state.noteSleep(now: now)
                reference.noteSleep(now: now)
            }
            try settle()
        case .newKey:
            setup.key += 1
            reference.setup.key = setup.key
            reference.polling.changeKey(now: now)
            reference.alerts.answers = []
            pending.merge(state.changeKey(fingerprint: setup.key, isKeyless: false, now: now))
            isEvaluationDue = true
            try settle()
        }
    }

    /// Changes the configuration that is to be read.
    private mutating func change(_ reload: Step.Reload, atRestart: Bool) {
        let original = schedule.setup
        switch reload {
        case .nothing: break
        case .limits:
            let isOriginal = setup.live == original.live
            setup.live = isOriginal ? original.live * 2 : original.live
            setup.fix = isOriginal ? original.fix / 2 : original.fix
            setup.unlisted = isOriginal ? .seconds(3000) : original.unlisted
        case .fewerBases: if setup.bases.count > 1 { setup.bases.removeLast() }
        case .allBases:
            // What a base that comes back after a restart goes on from is nowhere promised.
            guard !atRestart else { return }
            for base in original.bases where !setup.bases.contains(where: { $0.code == base.code })
            {
                setup.bases.append(base)
            }
        case .rule: setup.rules[.stale]?.isEnabled.toggle()
        case .fewerReceivers: if setup.receivers.count > 1 { setup.receivers.removeLast() }
        case .allReceivers: setup.receivers = original.receivers
        case .sendResolved: setup.receivers[0].sendsResolved.toggle()
        case .labels: setup.labels = setup.labels.isEmpty ? ["team": "fx"] : [:]
        case .interval:
            let other: Duration =
                setup.bases[0].interval == .seconds(600) ? .seconds(90) : .seconds(600)
            setup.bases[0].interval = min(max(other, setup.minInterval), setup.maxInterval)
        case .symbols:
            // Since when what is named only now is missed is nowhere promised.
            guard !atRestart, !original.bases[0].symbols.isEmpty else { return }
            let isOriginal = setup.bases[0].symbols == original.bases[0].symbols
            setup.bases[0].symbols =
                isOriginal ? [Setup.currencies[1]] : original.bases[0].symbols
        case .alertsOfReceiver:
            let isOriginal = setup.receivers[0].alerts == original.receivers[0].alerts
            setup.receivers[0].alerts =
                isOriginal ? [.limited, .stale] : original.receivers[0].alerts
        }
    }

    private mutating func reload() throws(Interruption) {
        let (update, events) = state.reconfigure(
            setup.settings(loadedAt: now.timestamp), now: now)
        let orphans = reference.reload(setup, now: now)
        try compare(orphans, events.compactMap(\.orphan))
        forgetDebts()
        // What a receiver that is gone was told is counted no more, should it come back.
        tries = tries.filter { name, _ in setup.receivers.contains { $0.name == name } }
        pending.merge(update)
        isEvaluationDue = true
        try settle()
    }

    /// Ends the process, whatever it is at, and begins another.
    mutating func restart(after pause: Duration) throws(Interruption) {
        if keepsTimeline { note("restart") }
        if disk.isBehind {
            // What was said meanwhile, nobody remembers.
            for name in peers.keys { peers[name]?.forget() }
            committedOwed = []
        }
        // What nobody stored has not happened.
        owed = committedOwed.filter { debt in
            peers[debt.receiver]?.knows(debt.episode, as: debt.least) != true
        }
        disk.isBehind = false
        killPoint = nil
        (requests, deliveries) = ([], [])
        (pending, isAnswered) = (StateUpdate(), false)
        (polls, errors, tries) = ([:], [:], [:])
        now = now.advanced(by: pause)
        // A machine that was down for long was booted anew.
        if pause > .seconds(3600) {
            now.instant = MonotonicInstant(nanosecondsSinceBoot: 5_000_000_000)
        }
        startedAt = now.instant
        state = PipelineState(
            settings: setup.settings(loadedAt: now.timestamp), stored: disk.read, now: now)
        reference = committed
        let orphans = reference.restart(setup, now: now)
        try compare(orphans, state.orphans.map(\.id))
        forgetDebts()
        isEvaluationDue = true
        try settle()
    }

    private func compare(_ expected: Set<String>, _ found: [String]) throws(Interruption) {
        try demand(
            expected == Set(found),
            "of a receiver that is gone \(found) is dropped, not \(expected.sorted())")
    }

    /// A receiver that is gone, or wants other alerts now, is owed nothing of before.
    private mutating func forgetDebts() {
        owed.removeAll { debt in
            guard let receiver = setup.receivers.first(where: { $0.name == debt.receiver }),
                receiver.alerts.contains(debt.episode.name)
            else { return true }
            return debt.least == .ended && !receiver.sendsResolved
        }
    }

    /// Lets the time pass until nothing is left to tell; nothing may be left in the end.
    mutating func comeToRest() throws(Interruption) {
        let end = now.advanced(by: setup.longestBackoff * 3 + .seconds(6 * 3600)).instant
        repeat {
            try run(until: min(end, now.advanced(by: .seconds(60)).instant))
            if isAtRest { return }
        } while now.instant < end && moments < mostMoments
        try demand(
            moments >= mostMoments,
            "left in the end: \(reference.alerts.states), \(reference.groups.rows), owed: \(owed)")
    }

    private var isAtRest: Bool {
        reference.alerts.states.isEmpty && reference.groups.rows.isEmpty && owed.isEmpty
    }
}

extension PipelineEvent {
    fileprivate var orphan: String? {
        guard case .notificationOrphaned(let notification) = self else { return nil }
        return notification.id
    }
}
