import Delivery
import Domain
import Freshness
import Pipeline

extension Player {
    /// Begins all tries that are due now.
    mutating func deliver() throws(Interruption) {
        for destination in state.destinations {
            guard case .send(let item) = state.nextDelivery(at: destination, now: now) else {
                continue
            }
            let id = item.notification.id
            let name = destination.receiver
            let rows = reference.groups.rows.filter { $0.key.receiver == name }
            try demand(rows.contains { $0.id == id }, "\(id) is sent, but must not be there")
            try demand(!rows.contains(where: \.isUnderWay), "\(id) is sent beside another one")
            let first = rows.first { $0.key.name == item.notification.group.name }
            try demand(first?.id == id, "\(id) is sent before \(first?.id ?? "?") of its group")
            try demand(
                disk.isBehind || disk.stored.alerting.outbox.contains { $0.notification.id == id },
                "\(id) is sent before it is stored")
            state.beginDelivery(item, at: destination, now: now)
            reference.groups.beginTry(id)
            tries[name, default: 0] += 1
            if killPoint == .beforeSending { throw .killed }
            try send(item, to: destination)
        }
    }

    private mutating func send(
        _ item: OutboxItem, to destination: Destination
    ) throws(Interruption) {
        let name = destination.receiver
        guard let mood = peers[name]?.nextMood() else { return }
        if keepsTimeline { note("\(name) gets \(item.notification.id) and answers \(mood.answer)") }
        if let wrong = peers[name]?.receive(item) { throw .disagreement("\(name): \(wrong)") }
        if mood.answer == .taken || mood.answer == .lost {
            if let wrong = peers[name]?.take(item.bodies) {
                throw .disagreement("\(name): \(wrong)")
            }
            owed.removeAll { debt in
                debt.receiver == name
                    && peers[name]?.knows(debt.episode, as: debt.least) == true
            }
        }
        deliveries.append(
            Delivery(
                item: item, destination: destination,
                endsAt: now.advanced(by: mood.latency).instant, mood: mood))
    }

    mutating func takeDeliveries() throws(Interruption) {
        while let index = deliveries.firstIndex(where: { $0.endsAt <= now.instant }) {
            let delivery = deliveries.remove(at: index)
            let id = delivery.item.notification.id
            let (update, events) = state.settle(
                delivery.item, at: delivery.destination,
                report: DeliveryReport(
                    verdict: delivery.mood.answer.verdict, detail: "",
                    deliveredBodies: delivery.mood.answer == .taken ? 1 : 0),
                jitter: schedule.jitter, now: now)
            isEvaluationDue = true
            let dropped = events.compactMap(\.dropped)
            if delivery.mood.answer == .taken {
                reference.groups.deliver(id, setup, now: now)
            } else if reference.groups.rows.contains(where: { $0.id == id }) {
                forgive(id)
                let isGivenUp = reference.groups.fail(id, setup, now: now)
                try demand(
                    isGivenUp == dropped.contains(id),
                    "\(id) is \(isGivenUp ? "not " : "")given up after its last try")
            }
            if update.alerting != nil { commit(update) }
        }
    }

    /// What is given up is owed no more: the ends, and what fired and has ended.
    mutating func forgive(_ id: String) {
        guard let row = reference.groups.rows.first(where: { $0.id == id }),
            row.createdAt.instant.advanced(by: setup.giveUpAfter) <= now.instant
        else { return }
        let ended = Set(row.named.filter { $0.endsAt != nil }.map(\.number))
        owed.removeAll { $0.receiver == row.key.receiver && ended.contains($0.episode.number) }
    }
}

extension PeerMood.Answer {
    var verdict: DeliveryVerdict {
        switch self {
        case .taken: .delivered
        case .refused(nil): .failed(.server, lane: .quick)
        case .refused(let retryAfter): .failed(.rateLimited, lane: .quick, retryAfter: retryAfter)
        case .wrong: .failed(.client, lane: .slow)
        case .lost: .failed(.timeout, lane: .quick)
        }
    }
}

extension PipelineEvent {
    var dropped: String? {
        guard case .notificationDropped(let notification) = self else { return nil }
        return notification.id
    }
}
