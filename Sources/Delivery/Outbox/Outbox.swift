public import Domain

/// All undelivered notifications, receiver by receiver: what is sent when, and what becomes of it.
///
/// A state machine without a clock. A row is there, and stored, before its first try, and leaves
/// when it is delivered, given up, or told by a newer one; between, every try carries the same id
/// and the same bytes.
public struct Outbox: Sendable {
    /// In the order of the configuration.
    private var queues: [ReceiverQueue]
    private var giveUpAfter: Duration

    /// Makes an empty outbox.
    public init(receivers: [ReceiverSettings], giveUpAfter: Duration) {
        self.giveUpAfter = giveUpAfter
        queues = receivers.map { ReceiverQueue(settings: $0, giveUpAfter: giveUpAfter) }
    }

    /// The names of the receivers, in the order of the configuration.
    public var receivers: [String] { queues.map(\.settings.name) }

    /// All rows, oldest first for each receiver: what a restart continues from.
    public var items: [OutboxItem] { queues.flatMap(\.items) }

    /// Takes in what a former process stored, and gives back what no receiver is left for.
    ///
    /// All of it is tried at once, unless a receiver's own `Retry-After` still runs. Rows that are
    /// known already are passed over.
    public mutating func restore(_ stored: [OutboxItem], now: Moment) -> [OutboxItem] {
        var orphans: [OutboxItem] = []
        for item in stored {
            guard let index = index(of: item.notification.receiver) else {
                orphans.append(item)
                continue
            }
            queues[index].keepQuiet(until: item.retryAfter, now: now)
        }
        for item in stored {
            guard let index = index(of: item.notification.receiver) else { continue }
            var item = item
            item.nextAttemptAt = nil
            _ = queues[index].insert(item, now: now)
        }
        return orphans
    }

    /// Puts in a notification with the bodies that its receiver made of it.
    ///
    /// - Returns: the rows that left for it: those of its group that wait, and that tell nothing
    ///   beyond it.
    @discardableResult
    public mutating func insert(
        _ notification: Notification, bodies: [[UInt8]], now: Moment
    ) -> [OutboxItem] {
        let item = OutboxItem(notification: notification, bodies: bodies)
        guard let index = index(of: notification.receiver) else { return [item] }
        return queues[index].insert(item, now: now)
    }

    /// What a receiver's worker does next.
    public func next(_ receiver: String, now: Moment) -> DeliveryStep {
        index(of: receiver).map { queues[$0].next(now: now) } ?? .idle
    }

    /// Takes in that a row is being sent.
    public mutating func begin(_ id: String) {
        for index in queues.indices where queues[index].begin(id) { return }
    }

    /// Takes in how a try ended; nil where the row is gone.
    ///
    /// - Parameter jitter: 0 to 1, drawn at random.
    public mutating func settle(
        _ id: String, verdict: DeliveryVerdict, jitter: Double, now: Moment
    ) -> Settlement? {
        for index in queues.indices where queues[index].contains(id) {
            return queues[index].settle(id, verdict: verdict, jitter: jitter, now: now)
        }
        return nil
    }

    /// Takes in that a try was broken off before its end was known; it may be tried at once.
    public mutating func abandon(_ id: String) {
        for index in queues.indices { queues[index].abandon(id) }
    }

    /// Gives up what has waited for too long, whether it was tried or not.
    public mutating func expire(now: Moment) -> [OutboxItem] {
        queues.indices.flatMap { queues[$0].expire(now: now) }
    }

    /// When the first row is to be given up; nil where nothing waits.
    public var expiry: MonotonicInstant? { queues.compactMap(\.expiry).min() }

    /// When to look again, if nothing happens until then; nil where nothing waits.
    public var deadline: MonotonicInstant? { queues.compactMap(\.deadline).min() }

    /// Takes over another configuration, and gives back what no receiver is left for.
    ///
    /// All waits end, but for a receiver's own `Retry-After`, and for a receiver that is gone by its
    /// own word; those last until its URL changes. A try under way goes on.
    public mutating func reconfigure(
        receivers: [ReceiverSettings], giveUpAfter: Duration, now: Moment
    ) -> [OutboxItem] {
        let former = queues
        self.giveUpAfter = giveUpAfter
        queues = receivers.map { settings in
            guard var queue = former.first(where: { $0.settings.name == settings.name }) else {
                return ReceiverQueue(settings: settings, giveUpAfter: giveUpAfter)
            }
            queue.reconfigure(settings: settings, giveUpAfter: giveUpAfter, now: now)
            return queue
        }
        return former.filter { index(of: $0.settings.name) == nil }.flatMap(\.items)
    }

    /// Whether a receiver's last try failed: what turns from false to true, and back, is logged.
    public func isFailing(_ receiver: String) -> Bool {
        index(of: receiver).map { queues[$0].isFailing } ?? false
    }

    /// What pages show of each receiver.
    public var snapshots: [ReceiverSnapshot] { queues.map(\.snapshot) }

    private func index(of receiver: String) -> Int? {
        queues.firstIndex { $0.settings.name == receiver }
    }
}
