import Synchronization

/// The result of a password check that a request waits for.
final class Verification: Sendable {
    /// How a check ended.
    enum Outcome: Hashable {
        case right
        case wrong
        /// Nothing was computed: too many wait already, or the server stops.
        case refused
    }

    private let state = Mutex<Outcome?>(nil)

    /// Nil while it goes on.
    var outcome: Outcome? { state.withLock { $0 } }

    /// Ends it.
    func end(_ outcome: Outcome) {
        state.withLock { $0 = outcome }
    }
}
