import Alerting
import Delivery
import Domain
import ExchangeRate
import Freshness
import Pipeline

extension Player {
    /// Has both judge the present, compares what they say, and stores it.
    mutating func evaluate() throws(Interruption) {
        isEvaluationDue = false
        var update = pending
        pending = StateUpdate()
        let hadAnswers = isAnswered || !update.bases.isEmpty || update.account != nil
        isAnswered = false
        var last = lastID
        let events = state.evaluate(now: now, adding: &update) {
            last += 1
            return "n\(last)"
        }
        lastID = last
        let gate = reference.polling.isClosed(now) ? reference.polling.gate?.opensAt.instant : nil
        let changes = reference.evaluate(gateOpensAt: gate, now: now)
        try compareTransitions(changes, events)
        for change in changes where keepsTimeline {
            note(change.endsAt == nil ? "fires \(change.told)" : "ends \(change.told)")
        }
        owe(changes)
        let known = Set(reference.groups.rows.map(\.id))
        try compareNotifications(update)
        try demandHeld(beside: known)
        try compareDropped(events)
        try compareOutbox(update)
        guard hadAnswers || update.alerting != nil || !update.bases.isEmpty else { return }
        if killPoint == .beforeCommit, update.alerting != nil { throw .killed }
        commit(update)
        if killPoint == .afterCommit, update.alerting != nil { throw .killed }
    }

    private func compareTransitions(
        _ changes: [Episode], _ events: [PipelineEvent]
    ) throws(Interruption) {
        let expected = changes.map(\.told).sorted()
        let found = events.compactMap(\.transition).map(\.told).sorted()
        try demand(expected == found, "alerts became \(found), not \(expected)")
    }

    private mutating func owe(_ changes: [Episode]) {
        for episode in changes {
            for receiver in setup.receivers where receiver.alerts.contains(episode.name) {
                if episode.endsAt != nil, !receiver.sendsResolved { continue }
                owed.append(
                    Owed(
                        receiver: receiver.name, episode: episode,
                        least: episode.endsAt == nil ? .firing : .ended))
            }
        }
    }

    private mutating func compareNotifications(_ update: StateUpdate) throws(Interruption) {
        let known = Set(reference.groups.rows.map(\.id))
        let outbox = update.alerting?.outbox ?? []
        let items = outbox.filter { !known.contains($0.notification.id) }
        let made = items.map(\.notification)
        let due = reference.groups.due(setup, now: now)
        for key in due where !made.contains(where: { $0.isOf(key) }) {
            throw .disagreement(
                "\(key.receiver) must be told now of \(key.name.rawValue): "
                    + "\(reference.groups.content(of: key).map(\.told))")
        }
        for (item, notification) in zip(items, made) {
            guard let key = due.first(where: { notification.isOf($0) }) else {
                throw .disagreement(
                    "\(notification.receiver) is to be told, though nothing is due: "
                        + "\(notification.reason.rawValue), \(notification.alerts.map(\.told))")
            }
            let expected = reference.groups.content(of: key).map(\.told).sorted()
            let found = notification.alerts.map(\.told).sorted()
            try demand(
                expected == found, "\(key.receiver) is to be told \(found), not \(expected)")
            try compareMessage(item, of: key, count: found.count)
            if keepsTimeline {
                note(
                    "\(notification.id) for \(key.receiver): \(notification.reason.rawValue), \(found)"
                )
            }
            reference.groups.make(notification.id, of: key, now: now)
        }
    }

    /// Compares what a message names, and what it says that it leaves out.
    private mutating func compareMessage(
        _ item: OutboxItem, of key: ReferenceGroups.Key, count: Int
    ) throws(Interruption) {
        let named = ReferenceGroups.named(of: reference.groups.content(of: key)).map(\.told)
        let messages = item.bodies.compactMap(HeardMessage.init)
        let found = messages.flatMap(\.alerts).map(\.told)
        try demand(
            named.sorted() == found.sorted(),
            "a message to \(key.receiver) names \(found), not \(named)")
        let leftOut = messages.map(\.truncatedAlerts)
        try demand(
            leftOut == [count - named.count], "a message of \(count) leaves out \(leftOut)")
        if keepsTimeline, named.count < count {
            note("\(item.notification.id) names \(named.count) of \(count)")
        }
    }

    /// What was made now is yet to be stored, and must not be sent before.
    private func demandHeld(beside known: Set<String>) throws(Interruption) {
        for destination in state.destinations {
            guard case .send(let item) = state.nextDelivery(at: destination, now: now) else {
                continue
            }
            let id = item.notification.id
            try demand(known.contains(id), "\(id) is to be sent before it is stored")
        }
    }

    private mutating func compareDropped(_ events: [PipelineEvent]) throws(Interruption) {
        let expired = reference.groups.expired(setup, now: now)
        let dropped = events.compactMap(\.dropped)
        try demand(Set(expired) == Set(dropped), "\(dropped) is given up, not \(expired)")
        for id in expired {
            if keepsTimeline { note("\(id) is given up") }
            forgive(id)
            reference.groups.giveUp(id, setup, now: now)
        }
    }

    private func compareOutbox(_ update: StateUpdate) throws(Interruption) {
        guard let alerting = update.alerting else { return }
        // The update was made before anything was given up by this evaluation.
        let found = Set(state.stored.alerting.outbox.map(\.notification.id))
        let expected = Set(reference.groups.rows.map(\.id))
        try demand(found == expected, "\(found.sorted()) wait, not \(expected.sorted())")
        try demand(
            alerting.outbox.count == found.count,
            "it stores \(alerting.outbox.count) rows of \(found.count)")
    }

    /// Stores a change, as far as the disk works, and then sets free what may be sent.
    mutating func commit(_ update: StateUpdate) {
        var update = update
        state.refresh(&update)
        if disk.fails {
            disk.isBehind = true
        } else {
            if disk.isBehind { disk.write(state.stored) } else { disk.write(update) }
            noteStored(isWhole: disk.isBehind, update)
            disk.isBehind = false
        }
        if update.alerting != nil { state.release() }
    }

    /// Takes in what a process that is killed now goes on from.
    private mutating func noteStored(isWhole: Bool, _ update: StateUpdate) {
        if isWhole {
            committed = reference
            committedOwed = owed
            return
        }
        if update.account != nil {
            // The times of other bases stay as they were written.
            committed.polling = reference.polling
            committed.setup.key = setup.key
        }
        for base in update.bases.map(\.base) {
            committed.polling.tracks[base] = reference.polling.tracks[base]
            let symbols = committed.data.bases[base]?.symbols
            committed.data.bases[base] = reference.data.bases[base]
            if let symbols { committed.data.bases[base]?.symbols = symbols }
        }
        for base in Set(update.symbols.map(\.base) + update.removedSymbols.map(\.base)) {
            committed.data.bases[base] = reference.data.bases[base]
        }
        if update.alerting != nil {
            committed.alerts = reference.alerts
            committed.groups = reference.groups
            committedOwed = owed
        }
    }
}

extension Notification {
    fileprivate func isOf(_ key: ReferenceGroups.Key) -> Bool {
        receiver == key.receiver && group.name == key.name
    }
}

extension PipelineEvent {
    fileprivate var transition: Alert? {
        guard case .alert(let transition) = self else { return nil }
        switch transition {
        case .fired(let alert), .resolved(let alert): return alert
        }
    }
}
