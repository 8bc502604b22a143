import CMicroHTTPD
import Glibc

/// The thread that takes the connections of all listen sockets and hands them to microhttpd.
///
/// microhttpd could listen itself, but to stop it from taking more connections is a race between
/// its threads that ends in `abort()` at times: `MHD_quiesce_daemon` and the event loop both take
/// the socket out of the epoll set, and who comes second calls that fatal.
struct Acceptor: Sendable {
    private let thread: LoopThread

    /// Starts the thread; nil where the system refuses one.
    ///
    /// - Parameters:
    ///   - sockets: where it listens.
    ///   - daemon: what serves.
    ///   - table: knows all connections, and when there are too many.
    ///   - wakeup: is set when the table has room again.
    init?(sockets: [ListenSocket], daemon: Daemon, table: ConnectionTable, wakeup: Wakeup) {
        let round = Round(sockets: sockets, daemon: daemon, table: table, wakeup: wakeup)
        guard let thread = LoopThread(wakeup: wakeup, { round.run() }) else { return nil }
        self.thread = thread
    }

    /// Ends the thread and waits for it; once at most.
    func stop() { thread.stop() }
}

private struct Round: Sendable {
    let sockets: [ListenSocket]
    let daemon: Daemon
    let table: ConnectionTable
    let wakeup: Wakeup

    /// Waits for connections, and takes those that are there once there is room for them.
    func run() {
        var polled = [pollfd(fd: wakeup.descriptor, events: Int16(POLLIN), revents: 0)]
        polled += sockets.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
        poll(&polled, nfds_t(polled.count), -1)
        for (socket, result) in zip(sockets, polled.dropFirst()) where result.revents != 0 {
            guard table.makeRoom() else {
                // Connections can become such that may be ended, which wakes nobody.
                wakeup.wait(upTo: .milliseconds(100))
                return
            }
            take(from: socket)
        }
    }

    private func take(from listener: ListenSocket) {
        var address = SocketAddress()
        let socket = address.withMutablePointer { pointer, length in
            accept4(
                listener.descriptor, pointer, length,
                Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue))
        }
        guard socket >= 0 else {
            let hasNoMeans = [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno)
            // The connection stays in the queue: without a pause this would turn in circles.
            if hasNoMeans { wakeup.wait(upTo: .milliseconds(100)) }
            return
        }
        // "Sent" must not mean "in the kernel": an answer that is larger waits for its client.
        var size: Int32 = 65536
        setsockopt(socket, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        table.add(socket: socket, isUnix: listener.isUnix)
        if !daemon.serve(socket, from: address) { table.removeNew(socket: socket) }
    }
}
