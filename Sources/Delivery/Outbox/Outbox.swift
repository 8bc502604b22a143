import Domain

/// All undelivered notifications, receiver by receiver: what is sent when, and what becomes of it.
///
/// A state machine without a clock. A row is there, and stored, before its first try, and leaves
/// when it is delivered, given up, or told by a newer one; between, every try carries the same id
/// and the same bytes.
struct Outbox: Sendable {
    /// In the order of the configuration.
    private var queues: [ReceiverQueue]
    private var giveUpAfter: Duration

    /// Makes an empty outbox.
    init(receivers: [ReceiverSettings], giveUpAfter: Duration) {
        self.giveUpAfter = giveUpAfter
        queues = receivers.map { ReceiverQueue(settings: $0, giveUpAfter: giveUpAfter) }
    }

    /// The names of the receivers, in the order of the configuration.
    var receivers: [String] { queues.map(\.settings.name) }

    /// All rows, oldest first for each receiver: what a restart continues from.
    var items: [OutboxItem] { queues.flatMap(\.items) }

    /// Takes in what a former process stored, and gives back what no receiver is left for.
    ///
    /// All of it is tried at once, unless a receiver's own `Retry-After` still runs. Rows that are
    /// known already are passed over.
    mutating func restore(_ stored: [OutboxItem], now: Moment) -> [OutboxItem] {
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
    mutating func insert(
        _ notification: Notification, bodies: [[UInt8]], now: Moment
    ) -> [OutboxItem] {
        guard let index = index(of: notification.receiver) else { return [] }
        let item = OutboxItem(
            notification: notification, receiverType: queues[index].settings.type.rawValue,
            bodies: bodies)
        return queues[index].insert(item, now: now)
    }

    /// What a receiver's worker does next.
    func next(_ receiver: String, now: Moment) -> DeliveryStep {
        index(of: receiver).map { queues[$0].next(now: now) } ?? .idle
    }

    /// Takes in that a row is being sent.
    mutating func begin(_ id: String) {
        for index in queues.indices where queues[index].begin(id) { return }
    }

    /// Takes in how a try ended; nil where the row is gone.
    ///
    /// - Parameters:
    ///   - deliveredBodies: how many of its bodies, from the first, were taken.
    ///   - jitter: 0 to 1, drawn at random.
    mutating func settle(
        _ id: String, verdict: DeliveryVerdict, deliveredBodies: Int = 0, jitter: Double,
        now: Moment
    ) -> Settlement? {
        for index in queues.indices where queues[index].contains(id) {
            return queues[index].settle(
                id, verdict: verdict, deliveredBodies: deliveredBodies, jitter: jitter, now: now)
        }
        return nil
    }

    /// Takes in that a try was broken off before its end was known; it may be tried at once.
    mutating func abandon(_ id: String) {
        for index in queues.indices { queues[index].abandon(id) }
    }

    /// Gives up what has waited for too long, whether it was tried or not.
    mutating func expire(now: Moment) -> [OutboxItem] {
        queues.indices.flatMap { queues[$0].expire(now: now) }
    }

    /// When the first row is to be given up; nil where nothing waits.
    var expiry: MonotonicInstant? { queues.compactMap(\.expiry).min() }

    /// When to look again, if nothing happens until then; nil where nothing waits.
    var deadline: MonotonicInstant? { queues.compactMap(\.deadline).min() }

    /// Takes over another configuration, and gives back what no receiver is left for.
    ///
    /// All waits end, but for a receiver's own `Retry-After`, and for a receiver that is gone by its
    /// own word; those last until its URL changes. A try under way goes on.
    mutating func reconfigure(
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

    /// Takes out rows.
    mutating func remove(_ items: [OutboxItem]) {
        for index in queues.indices { queues[index].remove(items) }
    }

    /// Puts a row in the place of the one of the same notification.
    mutating func replace(_ item: OutboxItem) {
        for index in queues.indices { queues[index].replace(item) }
    }

    /// Whether a receiver's last try failed: what turns from false to true, and back, is logged.
    func isFailing(_ receiver: String) -> Bool {
        index(of: receiver).map { queues[$0].isFailing } ?? false
    }

    /// What pages show of each receiver.
    func snapshots(at now: Moment) -> [ReceiverSnapshot] { queues.map { $0.snapshot(at: now) } }

    private func index(of receiver: String) -> Int? {
        queues.firstIndex { $0.settings.name == receiver }
    }
}
