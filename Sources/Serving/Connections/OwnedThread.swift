import Glibc

/// A thread of its own, for work that blocks.
struct OwnedThread: @unchecked Sendable {
    // Unchecked, and right: a thread's handle is a number on Linux, good on every thread.
    private let handle: pthread_t

    /// Starts a thread that takes no signals; nil where the system refuses one.
    init?(_ body: @escaping @Sendable () -> Void) {
        let box = Unmanaged.passRetained(ThreadBody(body))
        var handle = pthread_t()
        let result = withSignalsBlocked {
            pthread_create(&handle, nil, runThreadBody, box.toOpaque())
        }
        guard result == 0 else {
            box.release()
            return nil
        }
        self.handle = handle
    }

    /// Waits until the thread has ended; once at most.
    func join() {
        pthread_join(handle, nil)
    }

    /// Lets the thread end alone; instead of `join`.
    func detach() {
        pthread_detach(handle)
    }
}

private final class ThreadBody: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

// The new thread owns the reference that `OwnedThread.init` retained for it.
private func runThreadBody(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context else { return nil }
    Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().run()
    return nil
}

/// Blocks all signals for the threads that are started meanwhile, which inherit it.
///
/// Signals then reach the thread that the program means to have them.
func withSignalsBlocked<Result>(_ body: () -> Result) -> Result {
    var blocked = sigset_t()
    var former = sigset_t()
    sigfillset(&blocked)
    pthread_sigmask(SIG_SETMASK, &blocked, &former)
    defer { pthread_sigmask(SIG_SETMASK, &former, nil) }
    return body()
}
