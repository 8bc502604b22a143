import Glibc
import Synchronization

/// All connections of a server.
///
/// Its lock is held over a few calls of the kernel, which do not block: microhttpd reports the
/// end of a connection before it closes the descriptor, so that under the lock a descriptor that
/// is in the table is never another's.
final class ConnectionTable: Sendable {
    typealias ID = UInt

    private struct Connection {
        let socket: Int32
        let isUnix: Bool
        var state: ConnectionState
        /// What its TLS session goes by, and must not outlive.
        var credentials: TLSCredentials?
    }

    private struct State {
        var connections: [ID: Connection] = [:]
        /// The connections that microhttpd does not know yet, by their sockets.
        var new: [Int32: ID] = [:]
        var lastID: ID = 0
        var answering = 0
        var isStopping = false
    }

    private let state = Mutex(State())
    private let deadlines: Deadlines
    private let maxRequests: Int
    private let maxConnections: Int
    private let filled: Wakeup
    private let room: Wakeup
    private let quiet: Wakeup

    /// Makes an empty table.
    ///
    /// - Parameters:
    ///   - deadlines: what `sweep` enforces.
    ///   - maxRequests: the number of places for requests that want one.
    ///   - maxConnections: when it is full; from seven eighths of it on, a new connection ends
    ///     another: the longest idle one, or else the one whose unfinished request is the oldest.
    ///   - filled: is set when the first connection comes.
    ///   - room: is set when the table is no longer full.
    ///   - quiet: is set, while the server stops, when no answer is under way.
    init(
        deadlines: Deadlines, maxRequests: Int, maxConnections: Int, filled: Wakeup, room: Wakeup,
        quiet: Wakeup
    ) {
        self.deadlines = deadlines
        self.maxRequests = maxRequests
        self.maxConnections = maxConnections
        self.filled = filled
        self.room = room
        self.quiet = quiet
    }

    /// Sees to it that there is room for one more connection; false where there is none yet.
    ///
    /// `room` is set when a connection has ended since. Where an answer is under way on every one,
    /// none is ended, and nothing tells when that can be: ask again after a while.
    func makeRoom() -> Bool {
        state.withLock { state in
            guard state.connections.count >= maxConnections else { return true }
            // One that is ending already makes the room.
            if !state.connections.values.contains(where: \.state.isEnded) {
                Self.endMostExpendable(&state)
            }
            return false
        }
    }

    /// Adds a connection before microhttpd gets it.
    func add(socket: Int32, isUnix: Bool) {
        let now = UptimeInstant.now
        state.withLock { state in
            if state.connections.isEmpty { filled.set() }
            if state.connections.count >= maxConnections - maxConnections / 8 {
                Self.endMostExpendable(&state)
            }
            state.lastID += 1
            state.connections[state.lastID] = Connection(
                socket: socket, isUnix: isUnix, state: ConnectionState(now: now))
            state.new[socket] = state.lastID
        }
    }

    /// The number of a new connection, which is never 0; 0 where there is none of that socket.
    func id(of socket: Int32) -> ID {
        state.withLock { $0.new.removeValue(forKey: socket) ?? 0 }
    }

    /// Keeps what a connection's session goes by until it is removed; false where there is none.
    ///
    /// microhttpd ends the session before it reports the end of the connection.
    func keep(_ credentials: TLSCredentials, for id: ID) -> Bool {
        state.withLock { state in
            guard state.connections[id] != nil else { return false }
            state.connections[id]?.credentials = credentials
            return true
        }
    }

    /// Forgets a new connection that microhttpd did not take.
    ///
    /// It has closed the descriptor already. That is safe for once: the thread that calls this is
    /// the one that ends connections for new ones, and a sweep ends none so young.
    func removeNew(socket: Int32) {
        remove(id(of: socket))
    }

    /// Forgets a connection; before its descriptor is closed.
    func remove(_ id: ID) {
        state.withLock { state in
            guard let connection = state.connections.removeValue(forKey: id) else { return }
            if state.connections.count == maxConnections - 1 { room.set() }
            if connection.state.phase == .responding { endAnswer(&state) }
        }
    }

    /// Notes that the head of a request has come.
    func requestBegan(_ id: ID) {
        let now = UptimeInstant.now
        state.withLock { $0.connections[id]?.state.requestBegan(now: now) }
    }

    /// Notes that a request is whole, and gives it one of the places for concurrent requests where
    /// it wants one.
    ///
    /// It holds the place until the client's kernel has acknowledged the last byte.
    func answerBegins(_ id: ID, wantsPlace: Bool = false) -> Admission {
        let now = UptimeInstant.now
        return state.withLock { state in
            var hasPlace = true
            if wantsPlace, state.connections[id]?.state.holdsPlace == false {
                hasPlace = Self.isPlaceFree(&state, of: maxRequests)
            }
            guard let index = state.connections.index(forKey: id) else {
                return Admission(hasPlace: hasPlace, isLast: state.isStopping)
            }
            let (socket, isUnix, wasResponding) = (
                state.connections.values[index].socket, state.connections.values[index].isUnix,
                state.connections.values[index].state.phase == .responding
            )
            if !wasResponding { state.answering += 1 }
            state.connections.values[index].state.answerBegins(
                now: now, progress: SocketProgress(of: socket))
            if wantsPlace, hasPlace { state.connections.values[index].state.holdsPlace = true }
            return Admission(hasPlace: hasPlace, isLast: state.isStopping || isUnix)
        }
    }

    /// How an answer may begin.
    struct Admission {
        /// False where the request wanted a place and all are taken.
        let hasPlace: Bool
        /// Whether the connection should end with the answer.
        ///
        /// That is so while the server stops, and for every answer on a Unix socket: its kernel
        /// counts no bytes that come, so that the first byte of a second request could not be seen.
        let isLast: Bool
    }

    /// Notes that the kernel has an answer whole, or that it was given up.
    func answerLeft(_ id: ID) {
        let now = UptimeInstant.now
        state.withLock { state in
            guard let index = state.connections.index(forKey: id) else { return }
            if state.connections.values[index].state.phase == .responding { endAnswer(&state) }
            state.connections.values[index].state.answerLeft(now: now)
        }
    }

    /// Ends what is over its deadline; returns when to look again, nil while there is nothing.
    func sweep() -> Duration? {
        let now = UptimeInstant.now
        return state.withLock { state in
            // By a list of their own: a view of the keys would have the table copied at a change.
            for id in Array(state.connections.keys) {
                guard var connection = state.connections[id] else { continue }
                let action = connection.state.sweep(
                    now: now, progress: SocketProgress(of: connection.socket),
                    deadlines: deadlines)
                state.connections[id] = connection
                switch action {
                case .keep: break
                case .close: shutdown(connection.socket, Int32(SHUT_RDWR))
                case .reset:
                    dropUnsent(connection.socket)
                    shutdown(connection.socket, Int32(SHUT_RDWR))
                }
            }
            return state.connections.isEmpty ? nil : deadlines.sweepInterval
        }
    }

    /// Whether a connection has waited for the rest of a request for less than a time.
    func hasRequestOnItsWay(since patience: Duration) -> Bool {
        let now = UptimeInstant.now
        return state.withLock { state in
            state.connections.values.contains { connection in
                guard case .receiving(let since) = connection.state.phase else { return false }
                return since.duration(to: now) < patience
            }
        }
    }

    /// Lets connections end with their answers; `quiet` is set once none is under way.
    func beginStop() {
        state.withLock { state in
            state.isStopping = true
            if state.answering == 0 { quiet.set() }
        }
    }

    private func endAnswer(_ state: inout State) {
        state.answering -= 1
        if state.isStopping, state.answering == 0 { quiet.set() }
    }

    private static func isPlaceFree(_ state: inout State, of count: Int) -> Bool {
        // Each connection holds one at most.
        if state.connections.count <= count || places(in: state) < count { return true }
        drain(&state)
        return places(in: state) < count
    }

    private static func places(in state: State) -> Int {
        state.connections.values.count { $0.state.holdsPlace }
    }

    /// Asks the kernel which clients have taken their answers.
    private static func drain(_ state: inout State) {
        let draining = state.connections.filter { $0.value.state.isDraining }.map(\.key)
        for id in draining {
            guard let socket = state.connections[id]?.socket else { continue }
            state.connections[id]?.state.drain(SocketProgress(of: socket))
        }
    }

    private static func endMostExpendable(_ state: inout State) {
        var first = mostExpendable(state)
        if first?.expendability.isIdle != true {
            // Those that were answered a moment ago may be idle by now.
            drain(&state)
            first = mostExpendable(state)
        }
        guard let first, let socket = state.connections[first.id]?.socket,
            state.connections[first.id]?.state.giveUp() == true
        else { return }
        shutdown(socket, Int32(SHUT_RDWR))
    }

    private static func mostExpendable(
        _ state: State
    ) -> (id: ID, expendability: ConnectionState.Expendability)? {
        let candidates = state.connections.compactMap { id, connection in
            connection.state.expendability.map { (id: id, expendability: $0) }
        }
        return candidates.min { $0.expendability < $1.expendability }
    }
}

/// Makes the kernel drop what a socket has not sent when it is closed, and reset the connection.
func dropUnsent(_ socket: Int32) {
    var linger = linger(l_onoff: 1, l_linger: 0)
    setsockopt(
        socket, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
}
