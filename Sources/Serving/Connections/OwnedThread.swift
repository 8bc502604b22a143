import Glibc

/// A thread of its own, for work that blocks.
struct OwnedThread: @unchecked Sendable {
    // Unchecked, and right: a thread's handle is a number on Linux, good on every thread.
    private let handle: pthread_t

    /// Starts a thread; nil where the system refuses one.
    ///
    /// It takes no signals, so that they reach the thread that the program means to have them.
    init?(_ body: @escaping @Sendable () -> Void) {
        var blocked = sigset_t()
        var former = sigset_t()
        sigfillset(&blocked)
        pthread_sigmask(SIG_SETMASK, &blocked, &former)
        defer { pthread_sigmask(SIG_SETMASK, &former, nil) }

        let box = Unmanaged.passRetained(ThreadBody(body))
        var handle = pthread_t()
        guard pthread_create(&handle, nil, runThreadBody, box.toOpaque()) == 0 else {
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
