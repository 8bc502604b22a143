import Glibc
import Synchronization

/// An HTTP/1.1 server whose handlers are plain functions on the server's own threads.
///
/// It keeps clients within deadlines and numbers, refuses requests that could be read in two ways,
/// and sends bodies without a copy for each client. A handler must not hold the server, whose end
/// waits for all handlers.
public final class Server: Sendable {
    private struct Running {
        let sockets: [ListenSocket]
        let acceptor: Acceptor
        let daemon: Daemon
        let table: ConnectionTable
        let dispatcher: Dispatcher
        let stop: Wakeup
        let quiet: Wakeup
        let sweeper: Sweeper
    }

    /// How long a stop waits for a request of which the connection alone, or a part, has come: an
    /// honest client sends all of it at once.
    private static let requestPatience: Duration = .milliseconds(250)

    private let settings: ServerSettings
    private let router: Router
    private let counter: RequestCounter
    private let routes: [Route]
    private let access: Mutex<AccessPolicy>
    private let running = Mutex<Running?>(nil)

    /// Makes a server; no two routes may have the same path.
    ///
    /// - Parameters:
    ///   - settings: where it listens, and what it bears.
    ///   - routes: what it answers.
    ///   - counter: counts its answers; handlers may read it.
    public init(
        settings: ServerSettings, routes: [Route], counter: RequestCounter = RequestCounter()
    ) {
        self.settings = settings
        self.routes = routes
        self.router = Router(routes)
        self.counter = counter
        counter.register(label: RequestCounter.unmatched, statuses: [400, 404, 431, 501])
        for route in routes {
            counter.register(label: route.label, statuses: route.allStatuses)
        }
        access = Mutex(settings.access)
        registerRefusals()
    }

    deinit {
        if let running = running.withLock({ $0 }) { Self.stop(running, grace: .zero) }
    }

    /// Where it listens, with the ports that it really got; empty unless it runs.
    public var boundAddresses: [ListenAddress] {
        running.withLock { $0?.sockets.map(\.address) ?? [] }
    }

    /// Changes who is let in: at once for requests, and from the next one on for connections.
    ///
    /// Passwords that were right stay known for users whose hash is the same as before. Whether
    /// connections are encrypted stays as the server was made.
    public func change(to policy: AccessPolicy) {
        let policy = access.withLock { access in
            let isEncrypted = access.tls != nil
            let former = access.authentication
            access = policy
            access.authentication = policy.authentication?.succeeding(former)
            if isEncrypted != (policy.tls != nil) { access.tls = isEncrypted ? access.tls : nil }
            return access
        }
        registerRefusals()
        running.withLock { $0?.dispatcher }?.change(to: policy)
    }

    /// Makes the counts of refusals appear, where passwords are asked for.
    private func registerRefusals() {
        guard access.withLock({ $0.authentication != nil }) else { return }
        counter.register(label: RequestCounter.unmatched, statuses: [401, 503])
        for route in routes where !route.isOpen {
            counter.register(label: route.label, statuses: [401, 503])
        }
    }

    /// Listens on all addresses, or on none of them where one fails.
    ///
    /// SIGPIPE is ignored in the whole process from then on.
    public func start() throws(StartError) {
        // Not under the lock, which must not be held over calls that may wait.
        guard running.withLock({ $0 == nil }) else { throw .alreadyRunning }
        signal(SIGPIPE, SIG_IGN)
        let started = try makeRunning()
        let isFirst = running.withLock { running in
            guard running == nil else { return false }
            running = started
            return true
        }
        guard isFirst else {
            Self.stop(started, grace: .zero)
            throw .alreadyRunning
        }
    }

    /// Refuses new connections, lets answers that are under way end, and closes the rest.
    ///
    /// Handlers and streams that `pause` are woken at once. Waits for all handlers to return, also
    /// beyond the grace.
    ///
    /// - Parameter grace: how long answers may take; what is not taken by then is cut.
    public func stop(grace: Duration) async {
        let stopped = running.withLock { running in
            defer { running = nil }
            return running
        }
        guard let stopped else { return }
        // Joining threads blocks, so it is done on none of the shared ones.
        await withCheckedContinuation { continuation in
            let thread = OwnedThread {
                Self.stop(stopped, grace: grace)
                continuation.resume()
            }
            guard let thread else {
                Self.stop(stopped, grace: grace)
                continuation.resume()
                return
            }
            thread.detach()
        }
    }

    private func makeRunning() throws(StartError) -> Running {
        var sockets: [ListenSocket] = []
        do throws(StartError) {
            for address in settings.addresses { sockets += try ListenSocket.open(address) }
            guard let running = serve(sockets) else {
                throw .failed(
                    address: settings.addresses.map(\.description).joined(separator: ", "),
                    reason: "the system has no descriptors, threads or memory left")
            }
            return running
        } catch {
            for socket in sockets {
                socket.refuseNewConnections()
                socket.close()
            }
            throw error
        }
    }

    /// Starts all that serves; nil, and nothing is started, where the system refuses a part.
    private func serve(_ sockets: [ListenSocket]) -> Running? {
        guard let stop = Wakeup(), let quiet = Wakeup(), let filled = Wakeup(),
            let room = Wakeup()
        else { return nil }
        let maxConnections = min(
            settings.maxConnections,
            DescriptorLimit.current.connections(reserve: settings.reservedDescriptors))
        let table = ConnectionTable(
            deadlines: settings.deadlines, maxRequests: settings.maxRequests,
            maxConnections: maxConnections, filled: filled, room: room, quiet: quiet)
        let access = access.withLock { $0 }
        let dispatcher = Dispatcher(
            router: router, counter: counter, table: table, stop: stop, access: access,
            mayBlock: settings.threading == .perConnection)
        let daemon = Daemon(
            dispatcher: dispatcher, threading: settings.threading, maxConnections: maxConnections,
            isEncrypted: access.tls != nil)
        guard let daemon else { return nil }
        guard let sweeper = Sweeper(table: table, wakeup: filled) else {
            daemon.stop()
            return nil
        }
        let acceptor = Acceptor(sockets: sockets, daemon: daemon, table: table, wakeup: room)
        guard let acceptor else {
            sweeper.stop()
            daemon.stop()
            return nil
        }
        return Running(
            sockets: sockets, acceptor: acceptor, daemon: daemon, table: table,
            dispatcher: dispatcher, stop: stop, quiet: quiet, sweeper: sweeper)
    }

    private static func stop(_ running: Running, grace: Duration) {
        running.stop.set()
        running.acceptor.stop()
        for socket in running.sockets { socket.refuseNewConnections() }
        // Who was let in a moment ago has not had the time to ask.
        let end = SuspendingClock.now.advanced(by: min(grace, requestPatience))
        while SuspendingClock.now < end, running.table.hasRequestOnItsWay(since: requestPatience) {
            usleep(2000)
        }
        running.table.beginStop()
        running.quiet.wait(upTo: grace)
        // microhttpd aborts where a connection is suspended by then.
        running.dispatcher.endWaits()
        running.daemon.stop()
        running.sweeper.stop()
        for socket in running.sockets { socket.close() }
    }
}
