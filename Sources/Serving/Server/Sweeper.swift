/// The thread that keeps connections within their deadlines.
///
/// It sleeps without a tick while there are no connections.
struct Sweeper: Sendable {
    private let thread: LoopThread

    /// Starts the thread; nil where the system refuses one.
    ///
    /// - Parameters:
    ///   - table: what it sweeps.
    ///   - wakeup: is set when the first connection comes.
    init?(table: ConnectionTable, wakeup: Wakeup) {
        guard let thread = LoopThread(wakeup: wakeup, { wakeup.wait(upTo: table.sweep()) }) else {
            return nil
        }
        self.thread = thread
    }

    /// Ends the thread and waits for it; once at most.
    func stop() { thread.stop() }
}
