import Synchronization

/// A thread that does the same again and again, and waits for a mark in between.
final class LoopThread: Sendable {
    private let thread: OwnedThread
    private let wakeup: Wakeup
    private let end: End

    /// Whether the thread is to end.
    private final class End: Sendable {
        let isNear = Atomic(false)
    }

    /// Starts the thread; nil where the system refuses one.
    ///
    /// - Parameters:
    ///   - wakeup: is cleared before each round, so that what sets it during one starts the next.
    ///   - round: one round, which ends soon once the mark is set.
    init?(wakeup: Wakeup, _ round: @escaping @Sendable () -> Void) {
        let end = End()
        let thread = OwnedThread {
            while !end.isNear.load(ordering: .acquiring) {
                wakeup.clear()
                // Looked at again, since the mark that is cleared may be that of the end.
                guard !end.isNear.load(ordering: .acquiring) else { return }
                round()
            }
        }
        guard let thread else { return nil }
        self.thread = thread
        self.wakeup = wakeup
        self.end = end
    }

    /// Ends the thread and waits for it; once at most.
    func stop() {
        end.isNear.store(true, ordering: .releasing)
        wakeup.set()
        thread.join()
    }
}
