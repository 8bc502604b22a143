import Domain

/// What must not be sent before a write that holds it has ended.
struct Unstored: Sendable {
    /// Ids of rows of the outbox.
    private var notifications: Set<String> = []
    /// Receivers of the present state, by what no write has taken up yet and what one is about to
    /// store.
    private var feeds: Set<String> = []
    private var feedsBeingWritten: Set<String> = []

    mutating func add(notifications: Set<String>, feeds: Set<String>) {
        self.notifications.formUnion(notifications)
        self.feeds.formUnion(feeds)
    }

    /// Takes in that a write begins, which holds everything up to now.
    mutating func beginWrite() {
        feedsBeingWritten.formUnion(feeds)
        feeds = []
    }

    /// Takes in that a write has ended, whether it succeeded or not.
    mutating func endWrite(of items: [OutboxItem]) {
        notifications.subtract(items.map(\.notification.id))
        feedsBeingWritten = []
    }

    func holds(_ item: OutboxItem) -> Bool {
        let receiver = item.notification.receiver
        return notifications.contains(item.notification.id) || feeds.contains(receiver)
            || feedsBeingWritten.contains(receiver)
    }
}
