import Domain
import Glibc
import Pipeline
import Synchronization

/// Tells the service manager how the daemon does: ready, reloading, stopping, alive.
///
/// The sign of life follows a finished evaluation and nothing else, so that a daemon whose pipeline
/// hangs is noticed, whatever else of it still works.
final class ServiceNotifier: Sendable {
    private struct State {
        var isReady = false
        var isStopping = false
        /// Reloads under way: a signal and a request may each ask for one.
        var reloads = 0
        var status = ""
        var hasFailed = false
    }

    private let socket: NotifySocket?
    private let watchdogTimeout: Duration?
    private let board: SnapshotBoard
    private let logger: Logger
    private let state = Mutex(State())

    /// Makes a notifier; without a socket it tells nobody.
    ///
    /// - Parameter board: what the status is read from.
    init(service: ServiceEnvironment, board: SnapshotBoard, logger: Logger) {
        socket = service.notifySocket
        watchdogTimeout = service.notifySocket == nil ? nil : service.watchdogTimeout
        self.board = board
        self.logger = logger
    }

    /// What the engine is to call after each evaluation; nil where nobody listens.
    var watchdog: Watchdog? {
        guard socket != nil else { return nil }
        return Watchdog(interval: watchdogTimeout.map { $0 / 2 }) { self.noteEvaluation() }
    }

    /// Tells that the present was judged; the first time, that the daemon is ready.
    func noteEvaluation() {
        let status = ServiceStatus.text(of: board.snapshot)
        let lines = state.withLock { state -> [String] in
            guard !state.isStopping else { return [] }
            var lines: [String] = []
            if !state.isReady { lines.append("READY=1") }
            if status != state.status { lines.append("STATUS=\(status)") }
            if watchdogTimeout != nil { lines.append("WATCHDOG=1") }
            state.isReady = true
            state.status = status
            return lines
        }
        send(lines)
    }

    /// Tells that the configuration is being read again.
    func beginReload() {
        let isFirst = state.withLock { state in
            state.reloads += 1
            return state.reloads == 1 && !state.isStopping
        }
        // The time tells this start from that of another reload. sd_notify(3)
        if isFirst { send(["RELOADING=1", "MONOTONIC_USEC=\(Self.microsecondsSinceBoot)"]) }
    }

    /// Tells that what was read is in force, or what was before it.
    func endReload() {
        let status = ServiceStatus.text(of: board.snapshot)
        let isLast = state.withLock { state in
            state.reloads -= 1
            guard state.reloads == 0, !state.isStopping else { return false }
            state.isReady = true
            state.status = status
            return true
        }
        if isLast { send(["READY=1", "STATUS=\(status)"]) }
    }

    /// Tells that the daemon ends; nothing is told after it.
    func noteStop() {
        state.withLock { $0.isStopping = true }
        send(["STOPPING=1", "STATUS=stopping"])
    }

    private func send(_ lines: [String]) {
        guard let socket, !lines.isEmpty else { return }
        // Nothing comes after the end, and nothing else is held up by it. The rest is told again,
        // but for the start of a reload, which a manager that reads nothing must not hold up.
        let error = socket.send(lines, mayWait: lines.contains("STOPPING=1"))
        let isNew = state.withLock { state in
            // What was not taken is told with the next message; twice does no harm.
            if error != nil { (state.isReady, state.status) = (false, "") }
            defer { state.hasFailed = error != nil }
            return error != nil && !state.hasFailed
        }
        if isNew, let error {
            logger.warn(
                "the service manager cannot be told", ["detail": String(cString: strerror(error))])
        }
    }

    /// By the clock that systemd asks for, which leaves suspends out.
    private static var microsecondsSinceBoot: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }
}
