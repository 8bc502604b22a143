import CMicroHTTPD

/// A running microhttpd, which gets its connections from an `Acceptor`.
final class Daemon: @unchecked Sendable {
    // Unchecked, and right: microhttpd's functions for a daemon may be called on any thread, and
    // `stop` is called once, by the owner.
    private let daemon: OpaquePointer
    private let dispatcher: Dispatcher

    /// Starts serving; nil where the system refuses threads, memory or descriptors.
    ///
    /// - Parameter isEncrypted: whether it serves TLS, by the credentials of the dispatcher.
    init?(
        dispatcher: Dispatcher, threading: ServerSettings.Threading, maxConnections: Int,
        isEncrypted: Bool
    ) {
        let mode: UInt32
        let threads: Int
        switch threading {
        case .pool(let count):
            mode =
                MHD_USE_EPOLL_INTERNAL_THREAD.rawValue | MHD_ALLOW_SUSPEND_RESUME.rawValue
            threads = count
        case .perConnection:
            mode = MHD_USE_POLL_INTERNAL_THREAD.rawValue | MHD_USE_THREAD_PER_CONNECTION.rawValue
            threads = 1
        }
        // The table keeps the limit: here a connection counts a little longer than there.
        let limit = UInt32(clamping: 2 * max(maxConnections, threads))
        let callbacks = exchangerate_mhd_callbacks(
            context: Unmanaged.passUnretained(dispatcher).toOpaque(),
            request_line: requestLineReceived, handler: requestReceived,
            completed: requestCompleted, connection: connectionChanged)
        let daemon = withSignalsBlocked {
            exchangerate_mhd_start(
                mode, UInt32(clamping: threads), limit, Self.connectionMemory, callbacks,
                isEncrypted ? 1 : 0)
        }
        guard let daemon else { return nil }
        self.daemon = daemon
        self.dispatcher = dispatcher
    }

    /// The pool of each connection, for the request and the head of its answer.
    private static let connectionMemory = 32 * 1024

    /// Serves a connection, and closes it in the end; false where it had to be closed at once.
    func serve(_ socket: Int32, from address: SocketAddress) -> Bool {
        let result = address.withPointer { MHD_add_connection(daemon, socket, $0, $1) }
        return result == .YES
    }

    /// Ends all connections and threads; once, and when nothing calls `serve` any more.
    func stop() {
        MHD_stop_daemon(daemon)
    }
}
