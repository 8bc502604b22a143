import Alerting
import Delivery
import Domain
import ExchangeRate
import Freshness

/// Alerts, groups and the outbox: from what is known of bases and answers to what is sent.
struct AlertingState: Sendable {
    private let receivers: [String: any Receiver]
    private var context: NotificationContext
    private var keyChangedAt = MonotonicInstant(nanosecondsSinceBoot: .min)
    private var book: AlertBook
    private var outbox: Outbox

    /// Continues what a former process stored.
    ///
    /// - Returns: beside itself, what waited for receivers that are configured no more.
    static func continuing(
        _ stored: StoredAlerting, settings: AlertingSettings, now: Moment
    ) -> (state: AlertingState, orphans: [OutboxItem]) {
        var outbox = Outbox(
            receivers: settings.receivers, giveUpAfter: settings.alerts.giveUpAfter)
        let wanted = Dictionary(
            settings.receivers.map { ($0.name, $0.alerts) }, uniquingKeysWith: { first, _ in first }
        )
        let (kept, unwanted) = stored.outbox.partitioned { item in
            wanted[item.notification.receiver]?.contains(item.notification.group) ?? true
        }
        let orphans = unwanted + outbox.restore(kept, now: now)
        let routes = settings.receivers.map { receiver in
            ReceiverRoute(
                name: receiver.name, alerts: receiver.alerts,
                sendsResolved: receiver.sendsResolved)
        }
        let receivers = settings.receivers.map { receiver in
            (
                receiver.name,
                receiver.type.receiver(settings: receiver, version: settings.version)
            )
        }
        let state = AlertingState(
            receivers: Dictionary(receivers, uniquingKeysWith: { first, _ in first }),
            context: NotificationContext(externalURL: settings.externalURL),
            book: AlertBook(settings: settings.alerts, routes: routes, stored: stored, now: now),
            outbox: outbox)
        return (state, orphans)
    }

    /// Takes over the address of the status page.
    mutating func setExternalURL(_ url: String) { context.externalURL = url }

    /// The names of the receivers, in the order of the configuration.
    var receiverNames: [String] { outbox.receivers }

    /// What turns notifications for a receiver into requests.
    func receiver(_ name: String) -> (any Receiver)? { receivers[name] }

    /// Takes in how a request to the API ended.
    mutating func note(_ outcome: PollOutcome, result: PollResult) {
        // What is said of a former key is no evidence for or against this one.
        guard outcome.startedAt.instant >= keyChangedAt || result == .good else { return }
        book.note(
            result, isAnswer: outcome.hasAnswer, isPlanRefusal: outcome.isPlanRefusal,
            of: outcome.base, sentAt: outcome.startedAt.instant, now: outcome.endedAt)
    }

    /// Takes over another key: the window of limit answers is void, and what is still said of the
    /// key before counts no more.
    mutating func changeKey(now: Moment) {
        keyChangedAt = now.instant
        book.forgetAnswers()
    }

    /// Judges the present, and puts what is to be told into the outbox.
    mutating func evaluate(
        bases: [BaseSnapshot], unasked: Set<CurrencyCode>, outlook: LimitOutlook, now: Moment,
        makeID: () -> String
    ) -> AlertingOutcome {
        let evaluated = book.evaluate(
            bases: bases, unasked: unasked, outlook: outlook, now: now, makeID: makeID)
        var outcome = AlertingOutcome(
            events: evaluated.transitions.map { PipelineEvent.alert($0) })
        for notification in evaluated.notifications {
            guard let receiver = receivers[notification.receiver] else { continue }
            let bodies = receiver.bodies(for: notification, context: context)
            outbox.insert(notification, bodies: bodies, now: now)
            outcome.newNotifications.insert(notification.id)
        }
        for item in outbox.expire(now: now) {
            book.settle(item.notification, now: now)
            outcome.events.append(.notificationDropped(item.notification))
        }
        return outcome
    }

    /// What the worker of a receiver does next.
    func nextDelivery(of receiver: String, now: Moment) -> DeliveryStep {
        outbox.next(receiver, now: now)
    }

    /// Takes in that a row is being sent.
    mutating func beginDelivery(_ id: String) { outbox.begin(id) }

    /// Takes in that a try was broken off before its end was known.
    mutating func abandonDelivery(_ id: String) { outbox.abandon(id) }

    /// Takes in how a try ended.
    mutating func settle(
        _ item: OutboxItem, report: DeliveryReport, jitter: Double, now: Moment
    ) -> [PipelineEvent] {
        let name = item.notification.receiver
        let wasFailing = outbox.isFailing(name)
        let settlement = outbox.settle(
            item.notification.id, verdict: report.verdict, jitter: jitter, now: now)
        var events: [PipelineEvent] = []
        switch settlement {
        case .delivered(let notification):
            book.settle(notification, now: now)
            events.append(.notificationDelivered(notification, attempts: item.attempts + 1))
        case .dropped(let notification):
            book.settle(notification, now: now)
            events.append(.notificationDropped(notification))
        case .again, .stopped, .replaced, nil:
            break
        }
        switch (wasFailing, outbox.isFailing(name)) {
        case (false, true): events.append(.receiverFailing(name, detail: report.detail))
        case (true, false): events.append(.receiverRecovered(name))
        case (false, false), (true, true): break
        }
        return events
    }

    /// When to evaluate again, if nothing happens until then.
    var deadline: MonotonicInstant? {
        [book.deadline(), outbox.expiry].compactMap(\.self).min()
    }

    /// What a restart continues from.
    var stored: StoredAlerting { book.stored(outbox: outbox.items) }

    /// Takes in what the storage held, where it could be read only after the start.
    mutating func merge(_ stored: StoredAlerting, now: Moment) -> [OutboxItem] {
        book.merge(stored, now: now)
        return outbox.restore(stored.outbox, now: now)
    }

    /// What pages show of each alert that can be.
    func alerts(of bases: [CurrencyCode]) -> [AlertSnapshot] { book.snapshots(of: bases) }

    /// What pages show of each receiver.
    var receiverSnapshots: [ReceiverSnapshot] { outbox.snapshots }
}

/// What one evaluation brought.
struct AlertingOutcome: Sendable {
    var events: [PipelineEvent]
    /// The ids of rows that must be stored before they are sent.
    var newNotifications: Set<String> = []
}

extension Array {
    /// The elements for which a claim holds, and the others, both in their order.
    fileprivate func partitioned(
        by holds: (Element) -> Bool
    ) -> (matching: [Element], others: [Element]) {
        (filter(holds), filter { !holds($0) })
    }
}

extension PollOutcome {
    /// Whether an answer of the API came at all.
    fileprivate var hasAnswer: Bool {
        switch answer {
        case .success: true
        case .failure(let error): !error.reason.isWithoutAnswer
        }
    }

    fileprivate var isPlanRefusal: Bool {
        switch answer {
        case .success: false
        case .failure(let error): error.isPlanRefusal
        }
    }
}
