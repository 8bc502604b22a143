public import Domain
import Freshness

/// All that receivers are still to be told, and what becomes of it.
///
/// A state machine without a clock. A receiver gets its notifications out of the outbox, one after
/// the other; one of the present state is fed all alerts instead, again and again.
public struct Courier: Sendable {
    private var settings: [ReceiverSettings]
    private var receivers: [String: any Receiver]
    /// That of the daemon, as it names itself to receivers.
    private let version: String
    /// What notifications say of the daemon.
    private let context: NotificationContext
    private var outbox: Outbox
    private var feeds: [String: AlertFeed]

    /// Makes a courier with nothing to tell.
    ///
    /// - Parameter version: that of the daemon, as it names itself to receivers.
    public init(
        receivers: [ReceiverSettings], giveUpAfter: Duration, context: NotificationContext,
        version: String
    ) {
        settings = receivers
        self.context = context
        self.version = version
        self.receivers = Self.receivers(of: receivers, version: version)
        outbox = Outbox(
            receivers: receivers.filter { !$0.type.tellsPresentState }, giveUpAfter: giveUpAfter)
        let feeds = receivers.filter(\.type.tellsPresentState).map {
            ($0.name, AlertFeed(settings: $0, giveUpAfter: giveUpAfter))
        }
        self.feeds = Dictionary(feeds, uniquingKeysWith: { first, _ in first })
    }

    /// Every address of every receiver, in the order of the configuration.
    public var destinations: [Destination] {
        settings.flatMap { receiver in
            receiver.toldURLs.map { Destination(receiver: receiver.name, url: $0) }
        }
    }

    /// Takes in what a former process stored, and gives back what no receiver is left for.
    ///
    /// What is known already is passed over.
    public mutating func restore(_ stored: StoredAlerting, now: Moment) -> [Notification] {
        var orphans: [Notification] = []
        var rows: [OutboxItem] = []
        for item in stored.outbox {
            let notification = item.notification
            guard isWanted(notification) else {
                orphans.append(notification)
                continue
            }
            guard feeds[notification.receiver] == nil else {
                adopt(notification, now: now)
                continue
            }
            rows.append(isOfPresentType(item) ? item : remade(item))
        }
        orphans += outbox.restore(rows, now: now).map(\.notification)
        for state in stored.feeds {
            feeds[state.receiver]?.restore(state, now: now)
            orphans += leftOver(of: state, now: now)
        }
        return orphans
    }

    /// Takes over other receivers, and gives back what no receiver is left for.
    ///
    /// All waits end, but for a receiver's own `Retry-After` and for one that is gone by its own
    /// word; those last until its URL changes. A try under way goes on.
    public mutating func reconfigure(
        receivers: [ReceiverSettings], giveUpAfter: Duration, now: Moment
    ) -> [Notification] {
        settings = receivers
        self.receivers = Self.receivers(of: receivers, version: version)
        let former = feeds
        var orphans = former.values.flatMap { leftOver(of: $0.state, now: now) }
        feeds = [:]
        for receiver in receivers where receiver.type.tellsPresentState {
            var feed =
                former[receiver.name]
                ?? AlertFeed(settings: receiver, giveUpAfter: giveUpAfter)
            feed.reconfigure(settings: receiver, giveUpAfter: giveUpAfter, now: now)
            feeds[receiver.name] = feed
        }
        let left = outbox.reconfigure(
            receivers: receivers.filter { !$0.type.tellsPresentState }, giveUpAfter: giveUpAfter,
            now: now)
        let unwanted = outbox.items.filter { !isWanted($0.notification) }
        outbox.remove(unwanted)
        for item in left + unwanted {
            if isWanted(item.notification) {
                adopt(item.notification, now: now)
            } else {
                orphans.append(item.notification)
            }
        }
        for item in outbox.items where !isOfPresentType(item) { outbox.replace(remade(item)) }
        return orphans
    }

    /// Puts a notification into the outbox.
    public mutating func insert(_ notification: Notification, now: Moment) {
        outbox.insert(notification, bodies: bodies(for: notification), now: now)
    }

    /// Takes in what fires, and what has ended since the last call.
    ///
    /// - Returns: the receivers that there is something new to tell.
    public mutating func feed(
        firing: [AlertName: [Alert]], ended: [(AlertName, Alert)], now: Moment
    ) -> Set<String> {
        var news: Set<String> = []
        for name in feeds.keys {
            if feeds[name]?.update(firing: firing, ended: ended, now: now) == true {
                news.insert(name)
            }
        }
        return news
    }

    /// What the worker of an address does next.
    public func next(_ destination: Destination, now: Moment) -> DeliveryStep {
        guard let feed = feeds[destination.receiver] else {
            return outbox.next(destination.receiver, now: now)
        }
        guard let address = feed.address(of: destination.url) else { return .idle }
        switch feed.next(address: address, now: now) {
        case .idle: return .idle
        case .wait(let instant): return .wait(until: instant)
        case .tell(let name, let alerts):
            let notification = Self.notification(
                to: destination.receiver, of: name, alerts: alerts, now: now)
            var item = OutboxItem(
                notification: notification, receiverType: feed.settings.type.rawValue,
                bodies: bodies(for: notification))
            item.attempts = feed.attempts(name)
            return .send(item)
        }
    }

    /// What turns a notification for an address into requests, and where they go.
    public func recipient(
        at destination: Destination
    ) -> (receiver: any Receiver, url: ReceiverURL)? {
        guard let receiver = receivers[destination.receiver],
            destinations.contains(destination)
        else { return nil }
        return (receiver, destination.url)
    }

    /// Takes in that a notification is being sent.
    public mutating func begin(_ item: OutboxItem, at destination: Destination, now: Moment) {
        if let name = item.notification.group.name, feeds[destination.receiver] != nil {
            feeds[destination.receiver]?.begin(name, at: destination.url, now: now)
        } else {
            outbox.begin(item.notification.id)
        }
    }

    /// Takes in that a try was broken off before its end was known; it may be tried at once.
    public mutating func abandon(_ item: OutboxItem, at destination: Destination, now: Moment) {
        if let name = item.notification.group.name, feeds[destination.receiver] != nil {
            feeds[destination.receiver]?.abandon(name, at: destination.url, now: now)
        } else {
            outbox.abandon(item.notification.id)
        }
    }

    /// Takes in how a try ended; nil where nothing became of it that was not known.
    ///
    /// - Parameter jitter: 0 to 1, drawn at random.
    public mutating func settle(
        _ item: OutboxItem, at destination: Destination, report: DeliveryReport, jitter: Double,
        now: Moment
    ) -> Settlement? {
        guard let name = item.notification.group.name, feeds[destination.receiver] != nil else {
            return outbox.settle(
                item.notification.id, verdict: report.verdict,
                deliveredBodies: report.deliveredBodies, jitter: jitter, now: now)
        }
        let news = feeds[destination.receiver]?.settle(
            name, alerts: item.notification.alerts, at: destination.url,
            verdict: report.verdict, now: now)
        guard let news, !news.isEmpty else { return nil }
        var notification = item.notification
        notification.alerts = news
        return .delivered(notification)
    }

    /// Gives up what has waited for too long, whether it was tried or not.
    public mutating func expire(now: Moment) -> [Notification] {
        var expired = outbox.expire(now: now).map(\.notification)
        for receiver in feeds.keys.sorted() {
            for (name, alert) in feeds[receiver]?.expire(now: now) ?? [] {
                expired.append(
                    Self.notification(to: receiver, of: name, alerts: [alert], now: now))
            }
        }
        return expired
    }

    /// When `expire` has something to do; nil where nothing waits.
    public var expiry: MonotonicInstant? {
        ([outbox.expiry] + feeds.values.map(\.expiry)).compactMap(\.self).min()
    }

    /// Whether the last try at an address failed: what turns to true, and back, is logged.
    public func isFailing(_ destination: Destination) -> Bool {
        feeds[destination.receiver]?.isFailing(at: destination.url)
            ?? outbox.isFailing(destination.receiver)
    }

    /// Undelivered notifications, oldest first for each receiver: what a restart continues from.
    public var items: [OutboxItem] { outbox.items }

    /// What receivers of the present state are still to hear of: a restart continues from it.
    public var feedStates: [FeedState] {
        settings.compactMap { feeds[$0.name]?.state }.filter { !$0.ended.isEmpty }
    }

    /// What pages show of each receiver.
    public func snapshots(at now: Moment) -> [ReceiverSnapshot] {
        let queued = Dictionary(
            outbox.snapshots(at: now).map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first }
        )
        return settings.compactMap { feeds[$0.name]?.snapshot(at: now) ?? queued[$0.name] }
    }

    private func bodies(for notification: Notification) -> [[UInt8]] {
        receivers[notification.receiver]?.bodies(for: notification, context: context) ?? []
    }

    private static func receivers(
        of settings: [ReceiverSettings], version: String
    ) -> [String: any Receiver] {
        Dictionary(
            settings.map { ($0.name, $0.type.receiver(settings: $0, version: version)) },
            uniquingKeysWith: { first, _ in first })
    }

    /// Whether a receiver is configured that wants to be told.
    private func isWanted(_ notification: Notification) -> Bool {
        settings.contains { receiver in
            receiver.name == notification.receiver
                && notification.group.name.map(receiver.alerts.contains) ?? true
        }
    }

    private func isOfPresentType(_ item: OutboxItem) -> Bool {
        settings.first { $0.name == item.notification.receiver }?.type.rawValue
            == item.receiverType
    }

    /// A row whose receiver is of another type now.
    private func remade(_ item: OutboxItem) -> OutboxItem {
        var item = item
        item.receiverType =
            settings.first { $0.name == item.notification.receiver }?.type.rawValue
            ?? item.receiverType
        item.bodies = bodies(for: item.notification)
        item.deliveredBodies = 0
        return item
    }

    /// The ends in a feed that nobody took, and that no feed is left for.
    private func leftOver(of state: FeedState, now: Moment) -> [Notification] {
        let receiver = settings.first { $0.name == state.receiver && $0.type.tellsPresentState }
        return state.ended.filter { ended in
            ended.takenAt.isEmpty && receiver?.alerts.contains(ended.group) != true
        }.map {
            Self.notification(to: state.receiver, of: $0.group, alerts: [$0.alert], now: now)
        }
    }

    /// A notification that stands for itself: the present state has no ids and no reasons.
    private static func notification(
        to receiver: String, of name: AlertName, alerts: [Alert], now: Moment
    ) -> Notification {
        Notification(
            id: "", receiver: receiver, group: AlertGroup(name), reason: .repeated,
            createdAt: now.timestamp, alerts: alerts)
    }

    /// Takes over what a receiver that had an outbox before did not hear of; what fires it is told
    /// anyway.
    private mutating func adopt(_ notification: Notification, now: Moment) {
        guard let name = notification.group.name else { return }
        let ended = notification.alerts.filter { !$0.isFiring }.map {
            FeedState.Ended(group: name, alert: $0)
        }
        feeds[notification.receiver]?.restore(
            FeedState(receiver: notification.receiver, ended: ended), now: now)
    }
}
