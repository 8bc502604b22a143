import Alerting
import Delivery
import Domain
import ExchangeRate
import Freshness

/// Alerts, groups and the courier: from what is known of bases and answers to what is sent.
struct AlertingState: Sendable {
    private var keyChangedAt = MonotonicInstant(nanosecondsSinceBoot: .min)
    private var book: AlertBook
    private var courier: Courier

    /// Continues what a former process stored.
    ///
    /// - Returns: beside itself, what waited for receivers that are configured no more.
    static func continuing(
        _ stored: StoredAlerting, settings: AlertingSettings, now: Moment
    ) -> (state: AlertingState, orphans: [Notification]) {
        var courier = Courier(
            receivers: settings.receivers, giveUpAfter: settings.alerts.giveUpAfter,
            context: NotificationContext(externalURL: settings.externalURL),
            version: settings.version)
        let orphans = courier.restore(stored, now: now)
        let book = AlertBook(
            settings: settings.alerts, externalURL: settings.externalURL,
            routes: settings.routes, stored: stored, now: now)
        return (AlertingState(book: book, courier: courier), orphans)
    }

    /// Takes over another configuration, and gives back what waited for receivers that are gone.
    mutating func reconfigure(_ settings: AlertingSettings, now: Moment) -> [Notification] {
        book.reconfigure(settings: settings.alerts, routes: settings.routes, now: now)
        return courier.reconfigure(
            receivers: settings.receivers, giveUpAfter: settings.alerts.giveUpAfter, now: now)
    }

    /// Every address of every receiver.
    var destinations: [Destination] { courier.destinations }

    /// What turns notifications for an address into requests, and where they go.
    func recipient(at destination: Destination) -> (receiver: any Receiver, url: ReceiverURL)? {
        courier.recipient(at: destination)
    }

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

    /// Takes in that the process did not run for a while: no alert has served its time in it.
    mutating func noteSleep() { book.pause() }

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
            courier.insert(notification, now: now)
            outcome.newNotifications.insert(notification.id)
        }
        let ended = evaluated.transitions.compactMap(\.ended)
        outcome.changedFeeds = courier.feed(firing: book.firing, ended: ended, now: now)
        for notification in courier.expire(now: now) {
            book.drop(notification, now: now)
            outcome.events.append(.notificationDropped(notification))
        }
        return outcome
    }

    /// What the worker of an address does next.
    func nextDelivery(at destination: Destination, now: Moment) -> DeliveryStep {
        courier.next(destination, now: now)
    }

    /// Takes in that a notification is being sent.
    mutating func beginDelivery(_ item: OutboxItem, at destination: Destination, now: Moment) {
        courier.begin(item, at: destination, now: now)
        book.setBeingSent(item.notification, true)
    }

    /// Takes in that a try was broken off before its end was known.
    mutating func abandonDelivery(_ item: OutboxItem, at destination: Destination, now: Moment) {
        courier.abandon(item, at: destination, now: now)
        book.setBeingSent(item.notification, false)
    }

    /// Takes in how a try ended.
    mutating func settle(
        _ item: OutboxItem, at destination: Destination, report: DeliveryReport, jitter: Double,
        now: Moment
    ) -> [PipelineEvent] {
        let wasFailing = courier.isFailing(destination)
        book.setBeingSent(item.notification, false)
        let settlement = courier.settle(
            item, at: destination, report: report, jitter: jitter, now: now)
        var events: [PipelineEvent] = []
        switch settlement {
        case .delivered(let notification):
            book.settle(notification, now: now)
            events.append(.notificationDelivered(notification, attempts: item.attempts + 1))
        case .dropped(let notification):
            book.drop(notification, now: now)
            events.append(.notificationDropped(notification))
        case .again, .stopped, .replaced, nil:
            break
        }
        let address = courier.recipient(at: destination)?.url.address ?? ""
        switch (wasFailing, courier.isFailing(destination)) {
        case (false, true):
            events.append(
                .receiverFailing(
                    destination.receiver, address: address, detail: report.detail))
        case (true, false):
            events.append(.receiverRecovered(destination.receiver, address: address))
        case (false, false), (true, true): break
        }
        return events
    }

    /// When to evaluate again, if nothing happens until then.
    var deadline: MonotonicInstant? {
        [book.deadline(), courier.expiry].compactMap(\.self).min()
    }

    /// What a restart continues from.
    var stored: StoredAlerting {
        book.stored(outbox: courier.items, feeds: courier.feedStates)
    }

    /// Takes in what the storage held, where it could be read only after the start.
    mutating func merge(_ stored: StoredAlerting, now: Moment) -> [Notification] {
        book.merge(stored, now: now)
        return courier.restore(stored, now: now)
    }

    /// What pages show of each alert that can be.
    func alerts(of bases: [CurrencyCode]) -> [AlertSnapshot] { book.snapshots(of: bases) }

    /// Whether a limit answer is among the last answers.
    var hasLimitAnswers: Bool { book.hasLimitAnswers }

    /// The classes that a base misses, since data of another one took their place.
    func missingClasses(of base: CurrencyCode) -> [String] {
        book.missingClasses[base]?.sorted() ?? []
    }

    /// What pages show of each receiver.
    func receiverSnapshots(at now: Moment) -> [ReceiverSnapshot] { courier.snapshots(at: now) }
}

/// What one evaluation brought.
struct AlertingOutcome: Sendable {
    var events: [PipelineEvent]
    /// The ids of rows that must be stored before they are sent.
    var newNotifications: Set<String> = []
    /// Receivers of the present state whose news must be stored before they are told.
    var changedFeeds: Set<String> = []
}

extension AlertingSettings {
    /// Who is told by notifications; a receiver of the present state is fed by the courier alone.
    fileprivate var routes: [ReceiverRoute] {
        receivers.filter { !$0.type.tellsPresentState }.map { receiver in
            ReceiverRoute(
                name: receiver.name, alerts: receiver.alerts,
                sendsResolved: receiver.sendsResolved)
        }
    }
}

extension AlertTransition {
    /// The alert that ended, by its name.
    fileprivate var ended: (AlertName, Alert)? {
        switch self {
        case .fired: nil
        case .resolved(let alert):
            alert.labels["alertname"].flatMap { AlertName(rawValue: $0) }.map { ($0, alert) }
        }
    }
}

extension PollOutcome {
    /// Whether an answer of the API came at all.
    var hasAnswer: Bool {
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
