import Domain
import Synchronization

/// Lets one task sleep until an instant or until somebody wakes it, whichever comes first.
///
/// A call of `wake` while nobody sleeps is kept for the next sleep.
final class Wakeup: Sendable {
    private struct State {
        var isAwake = false
        var sleeper: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    /// Wakes the sleeper.
    func wake() {
        let sleeper = state.withLock { state in
            defer { state.sleeper = nil }
            if state.sleeper == nil { state.isAwake = true }
            return state.sleeper
        }
        sleeper?.resume()
    }

    /// Sleeps until an instant or a call of `wake`; at once done where the task is cancelled.
    ///
    /// - Parameter instant: nil: until woken.
    func sleep(until instant: MonotonicInstant?, clock: any TimeSource) async {
        await withTaskGroup(of: Void.self) { group in
            if let instant {
                group.addTask {
                    do {
                        try await clock.sleep(until: instant)
                        self.wake()
                    } catch {
                        // Cancelled: somebody else woke the sleeper.
                    }
                }
            }
            await withTaskCancellationHandler {
                await waitForWake()
            } onCancel: {
                self.wake()
            }
            group.cancelAll()
        }
    }

    private func waitForWake() async {
        await withCheckedContinuation { continuation in
            let isAwake = state.withLock { state in
                if state.isAwake {
                    state.isAwake = false
                    return true
                }
                state.sleeper = continuation
                return false
            }
            if isAwake { continuation.resume() }
        }
    }
}
