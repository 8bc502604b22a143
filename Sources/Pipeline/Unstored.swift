import Domain

/// What must not be sent before a write that holds it has ended.
struct Unstored: Sendable, Equatable {
    private struct Changes: Equatable {
        /// Ids of rows of the outbox.
        var notifications: Set<String> = []
        /// Receivers of the present state.
        var feeds: Set<String> = []
    }

    /// What no write has taken up yet.
    private var waiting = Changes()
    /// What one is about to store.
    private var beingWritten = Changes()

    mutating func add(notifications: Set<String>, feeds: Set<String>) {
        waiting.notifications.formUnion(notifications)
        waiting.feeds.formUnion(feeds)
    }

    /// Takes in that a write begins, which holds everything up to now.
    mutating func beginWrite() {
        beingWritten.notifications.formUnion(waiting.notifications)
        beingWritten.feeds.formUnion(waiting.feeds)
        waiting = Changes()
    }

    /// Takes in that a write has ended, whether it succeeded or not.
    mutating func endWrite() { beingWritten = Changes() }

    func holds(_ item: OutboxItem) -> Bool {
        [waiting, beingWritten].contains { changes in
            changes.notifications.contains(item.notification.id)
                || changes.feeds.contains(item.notification.receiver)
        }
    }
}
