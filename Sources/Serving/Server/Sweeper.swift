import Synchronization

/// The thread that keeps connections within their deadlines.
///
/// It sleeps without a tick while there are no connections.
final class Sweeper: Sendable {
    private let thread: OwnedThread
    private let wakeup: Wakeup
    private let isStopped: StopMark

    /// Whether the thread is to end.
    private final class StopMark: Sendable {
        let value = Atomic(false)
    }

    /// Starts the thread; nil where the system refuses one.
    ///
    /// - Parameters:
    ///   - table: what it sweeps.
    ///   - wakeup: is set when the first connection comes.
    init?(table: ConnectionTable, wakeup: Wakeup) {
        let isStopped = StopMark()
        let thread = OwnedThread {
            while !isStopped.value.load(ordering: .acquiring) {
                // Cleared before the look, so that a connection that comes after it wakes again.
                wakeup.clear()
                wakeup.wait(upTo: table.sweep())
            }
        }
        guard let thread else { return nil }
        self.thread = thread
        self.wakeup = wakeup
        self.isStopped = isStopped
    }

    /// Ends the thread and waits for it; once at most.
    func stop() {
        isStopped.value.store(true, ordering: .releasing)
        wakeup.set()
        thread.join()
    }
}
