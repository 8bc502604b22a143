import Glibc

/// Takes SIGTERM, SIGINT and SIGHUP, each of which would end the process at once.
///
/// They are blocked before there is a second thread, so that every thread inherits that, and are
/// taken by `sigwait` on the main thread. A signal that comes before waits in the kernel: neither
/// is one lost, nor does one end a daemon that has begun.
struct TerminationSignal: Sendable {
    private let signals: AsyncStream<Int32>
    private let continuation: AsyncStream<Int32>.Continuation

    /// Holds the signals back; on the main thread, before anything starts another.
    init() {
        (signals, continuation) = AsyncStream.makeStream(of: Int32.self)
        var held = Self.held
        pthread_sigmask(SIG_BLOCK, &held, nil)
    }

    /// Gives the signals back to the system, also those that have come by now.
    func release() {
        var held = Self.held
        pthread_sigmask(SIG_UNBLOCK, &held, nil)
    }

    /// Takes the signals for `wait`, until one asks for the end; on the main thread.
    func take() {
        var held = Self.held
        var number: Int32 = 0
        repeat {
            sigwait(&held, &number)
            continuation.yield(number)
        } while number == SIGHUP
    }

    /// Waits for the first that asks for the end, and tells its name.
    ///
    /// - Parameter hangUp: called for each SIGHUP until then.
    func wait(hangUp: () async -> Void) async -> String {
        for await number in signals {
            guard number != SIGHUP else {
                await hangUp()
                continue
            }
            return number == SIGTERM ? "SIGTERM" : "SIGINT"
        }
        return "the end of the signals"
    }

    private static var held: sigset_t {
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in [SIGTERM, SIGINT, SIGHUP] { sigaddset(&signals, number) }
        return signals
    }
}
