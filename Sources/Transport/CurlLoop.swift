import CCurl
import Glibc
import HTTP
import Synchronization

/// The one thread that drives all transfers, and the mailbox by which others reach it.
///
/// It sleeps in `curl_multi_poll` for as long as curl has nothing to do: no request under way, no
/// wake-up.
final class CurlLoop: Sendable {
    typealias Continuation = CheckedContinuation<Result<HTTPResponse, TransportError>, Never>

    private enum Command {
        case start(id: UInt64, HTTPRequest, Continuation)
        case cancel(id: UInt64)
    }

    private struct Mailbox {
        var commands: [Command] = []
        var isStopping = false
        var hasEnded = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    static let cancelled = TransportError(kind: .cancelled, detail: "the request was cancelled")

    private let mailbox = Mutex(Mailbox())
    // The loop's thread alone uses it, but for `curl_multi_wakeup`, which may be called from any
    // thread while the handle lives: https://curl.se/libcurl/c/curl_multi_wakeup.html
    private nonisolated(unsafe) let multi: UnsafeMutableRawPointer

    /// Starts the thread.
    init() throws(TransportError) {
        guard let multi = curl_multi_init() else {
            throw TransportError(kind: .connect, detail: "curl could not make a multi handle")
        }
        self.multi = multi
        let context = Unmanaged.passRetained(self)
        guard Self.startThread(context.toOpaque()) else {
            curl_multi_cleanup(multi)
            context.release()
            throw TransportError(kind: .connect, detail: "no thread could be made for curl")
        }
    }

    /// Begins a transfer; its continuation is resumed exactly once.
    func start(id: UInt64, _ request: HTTPRequest, _ continuation: Continuation) {
        if !post(.start(id: id, request, continuation)) {
            continuation.resume(returning: .failure(Self.cancelled))
        }
    }

    /// Ends a transfer at once; one that has ended, or never began, is left alone.
    func cancel(id: UInt64) {
        _ = post(.cancel(id: id))
    }

    /// Makes the thread end all transfers and then itself.
    func stop() {
        mailbox.withLock { mailbox in
            mailbox.isStopping = true
            wakeUp(mailbox)
        }
    }

    /// Waits until the thread has ended.
    func waitForEnd() async {
        await withCheckedContinuation { continuation in
            let hasEnded = mailbox.withLock { mailbox in
                if !mailbox.hasEnded { mailbox.waiters.append(continuation) }
                return mailbox.hasEnded
            }
            if hasEnded { continuation.resume() }
        }
    }

    private func post(_ command: Command) -> Bool {
        mailbox.withLock { mailbox in
            guard !mailbox.isStopping else { return false }
            mailbox.commands.append(command)
            wakeUp(mailbox)
            return true
        }
    }

    /// Called under the lock, since the handle must not vanish meanwhile; it writes one byte to a
    /// pipe that never blocks.
    private func wakeUp(_ mailbox: borrowing Mailbox) {
        if !mailbox.hasEnded { curl_multi_wakeup(multi) }
    }

    /// The body of the thread.
    fileprivate func run() {
        let transfers = TransferTable(multi: multi)
        while true {
            let (commands, isStopping) = mailbox.withLock { mailbox in
                defer { mailbox.commands = [] }
                return (mailbox.commands, mailbox.isStopping)
            }
            for command in commands {
                switch command {
                case .start(let id, let request, let continuation):
                    transfers.start(id: id, request, continuation)
                case .cancel(let id):
                    transfers.cancel(id: id)
                }
            }
            if isStopping { break }
            transfers.advance()
            transfers.waitForActivity()
        }
        transfers.close()
        let waiters = mailbox.withLock { mailbox in
            mailbox.hasEnded = true
            return mailbox.waiters
        }
        curl_multi_cleanup(multi)
        for waiter in waiters { waiter.resume() }
    }

    /// Starts a detached thread that blocks every signal but those of a crash.
    ///
    /// SIGPIPE above all: OpenSSL writes to closed connections. A signal that is blocked in the
    /// thread that causes it does nothing, and the process keeps its own way with SIGPIPE.
    private static func startThread(_ context: UnsafeMutableRawPointer) -> Bool {
        var blocked = sigset_t()
        var previous = sigset_t()
        sigfillset(&blocked)
        for signal in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT] {
            sigdelset(&blocked, signal)
        }
        pthread_sigmask(SIG_SETMASK, &blocked, &previous)
        defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }
        var thread = pthread_t()
        guard pthread_create(&thread, nil, runLoop, context) == 0 else { return false }
        pthread_detach(thread)
        return true
    }
}

/// The thread's entry; a function of the file, since a closure could inherit an actor's isolation.
private func runLoop(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let context { Unmanaged<CurlLoop>.fromOpaque(context).takeRetainedValue().run() }
    return nil
}
