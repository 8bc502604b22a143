/// What one connection does, and since when.
///
/// microhttpd's own timeout counts from the last byte in either direction, so that a byte now and
/// then keeps a connection for ever, and it takes an answer as done once the kernel has it. Hence
/// this record, which is swept.
struct ConnectionState {
    /// What a connection waits for.
    enum Phase: Hashable {
        /// For the rest of a request.
        case receiving(since: UptimeInstant)
        /// For its handler, or for room in the kernel.
        case responding
        /// For the first byte of the next request.
        case idle(since: UptimeInstant)
    }

    /// What a sweep does about a connection.
    enum Action: Hashable {
        case keep
        /// Closes it; what the kernel holds is still sent.
        case close
        /// Closes it, and drops what the kernel holds.
        case reset
    }

    /// How well a connection can be done without: the least of all is the first to go.
    struct Expendability: Hashable, Comparable {
        let isIdle: Bool
        let since: UptimeInstant

        static func < (left: Self, right: Self) -> Bool {
            left.isIdle == right.isIdle ? left.since < right.since : left.isIdle
        }
    }

    private(set) var phase: Phase
    /// When the oldest answer that the client has not taken whole began; nil where it has all.
    private(set) var answerBegan: UptimeInstant?
    /// Whether its answer counts against the limit of concurrent requests.
    var holdsPlace = false
    private var receivedBefore: UInt64 = 0
    /// Whether the connection was told to end; its descriptor may live a little longer.
    private(set) var isEnded = false

    /// Begins with the connection itself, which must not stay silent either.
    init(now: UptimeInstant) {
        phase = .receiving(since: now)
    }

    /// Whether the client still takes an answer that the server is done with.
    var isDraining: Bool { phase != .responding && answerBegan != nil }

    /// Notes that the head of a request has come.
    mutating func requestBegan(now: UptimeInstant) {
        if case .idle = phase { phase = .receiving(since: now) }
    }

    /// Notes that a request is whole, and its handler is called.
    mutating func answerBegins(now: UptimeInstant, progress: SocketProgress) {
        phase = .responding
        receivedBefore = progress.received
        // A client that sends more requests than it reads answers must not gain time by it.
        if answerBegan == nil || !progress.hasUnsent { answerBegan = now }
    }

    /// Notes that the kernel has the last byte of an answer; the client seldom has it by then.
    mutating func answerLeft(now: UptimeInstant) {
        phase = .idle(since: now)
    }

    /// Notes whether the client has taken all, while the server has nothing more for it.
    mutating func drain(_ progress: SocketProgress) {
        guard isDraining, !progress.hasUnsent else { return }
        answerBegan = nil
        holdsPlace = false
    }

    /// Gives the connection up for a new one; returns false where it may not be.
    mutating func giveUp() -> Bool {
        guard expendability != nil else { return false }
        isEnded = true
        return true
    }

    /// How well the connection can be done without; nil where an answer is under way.
    ///
    /// An idle one loses nothing. Of unfinished requests the oldest goes: those of honest clients
    /// are whole within moments, so that it hits those that hold connections on purpose.
    var expendability: Expendability? {
        guard !isEnded, answerBegan == nil else { return nil }
        switch phase {
        case .idle(let since): return Expendability(isIdle: true, since: since)
        case .receiving(let since): return Expendability(isIdle: false, since: since)
        case .responding: return nil
        }
    }

    /// Judges the connection.
    mutating func sweep(
        now: UptimeInstant, progress: SocketProgress, deadlines: Deadlines
    ) -> Action {
        guard !isEnded else { return .keep }
        drain(progress)
        if case .idle = phase, progress.received > receivedBefore {
            phase = .receiving(since: now)
        }
        let action = judge(now: now, progress: progress, deadlines: deadlines)
        isEnded = action != .keep
        return action
    }

    private func judge(
        now: UptimeInstant, progress: SocketProgress, deadlines: Deadlines
    ) -> Action {
        if let answerBegan, answerBegan.duration(to: now) >= deadlines.response { return .reset }
        switch phase {
        case .receiving(let since):
            return since.duration(to: now) >= deadlines.request ? .reset : .keep
        case .responding:
            return .keep
        case .idle(let since):
            // microhttpd misses the end of a client that closes its side with its request.
            if progress.isPeerClosed, !progress.hasUnsent { return .close }
            return since.duration(to: now) >= deadlines.idle ? .close : .keep
        }
    }
}
