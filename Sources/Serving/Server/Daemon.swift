import CMicroHTTPD

/// A running microhttpd on one listen socket.
final class Daemon: @unchecked Sendable {
    // Unchecked, and right: microhttpd's functions for a daemon may be called on any thread, and
    // `stop` is called once, by the owner.
    private let daemon: OpaquePointer
    private let listener: Listener
    let socket: ListenSocket

    /// Starts serving; nil where the system refuses threads, memory or descriptors.
    init?(
        socket: ListenSocket, listener: Listener, threading: ServerSettings.Threading,
        maxConnections: Int
    ) {
        let mode: UInt32
        let threads: Int
        switch threading {
        case .pool(let count):
            mode = MHD_USE_EPOLL_INTERNAL_THREAD.rawValue
            threads = count
        case .perConnection:
            mode = MHD_USE_POLL_INTERNAL_THREAD.rawValue | MHD_USE_THREAD_PER_CONNECTION.rawValue
            threads = 1
        }
        // Quiescing needs the channel between threads.
        let flags = mode | MHD_USE_ITC.rawValue
        let callbacks = exchangerate_mhd_callbacks(
            context: Unmanaged.passUnretained(listener).toOpaque(),
            request_line: requestLineReceived, handler: requestReceived,
            completed: requestCompleted, connection: connectionChanged)
        let daemon = withSignalsBlocked {
            exchangerate_mhd_start(
                flags, socket.descriptor, UInt32(clamping: threads),
                UInt32(clamping: max(maxConnections, threads)), Self.connectionMemory, callbacks,
                nil)
        }
        guard let daemon else { return nil }
        self.daemon = daemon
        self.listener = listener
        self.socket = socket
    }

    /// The pool of each connection, for the request and the head of its answer.
    private static let connectionMemory = 32 * 1024

    /// Takes no new connections; those that are there go on.
    func quiesce() {
        MHD_quiesce_daemon(daemon)
        socket.refuseNewConnections()
    }

    /// Ends all connections and threads, and gives the socket back; after `quiesce`, and once.
    func stop() {
        MHD_stop_daemon(daemon)
        socket.close()
    }
}
