public import Domain
public import Freshness
import Synchronization

/// Clocks that stand still until a test moves them.
public final class ManualClock: TimeSource, Sendable {
    private struct Sleeper {
        let id: Int
        let instant: MonotonicInstant
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now: Moment
        var nextID = 0
        var sleepers: [Sleeper] = []
        var cancelled: Set<Int> = []
    }

    private let state: Mutex<State>

    /// Makes clocks that show a time.
    public init(_ timestamp: Timestamp) {
        state = Mutex(
            State(
                now: Moment(
                    timestamp: timestamp,
                    instant: MonotonicInstant(nanosecondsSinceBoot: 1_000_000_000_000))))
    }

    public var now: Moment { state.withLock { $0.now } }

    /// The earliest instant that anything waits for.
    public var nextWake: MonotonicInstant? {
        state.withLock { $0.sleepers.map(\.instant).min() }
    }

    /// How many tasks wait for an instant.
    public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    /// Moves both clocks ahead and wakes what waited for it.
    public func advance(by duration: Duration) {
        let woken = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let woken = state.sleepers.filter { $0.instant <= state.now.instant }
            state.sleepers.removeAll { $0.instant <= state.now.instant }
            return woken
        }
        for sleeper in woken { sleeper.continuation.resume() }
    }

    /// Moves the wall clock alone, as an administrator or a time server does.
    public func jumpWallClock(by duration: Duration) {
        state.withLock { $0.now.timestamp = $0.now.timestamp + duration }
    }

    public func sleep(until instant: MonotonicInstant) async throws {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                enum Start { case wait, done, cancelled }
                let start = state.withLock { state -> Start in
                    if state.cancelled.remove(id) != nil { return .cancelled }
                    if instant <= state.now.instant { return .done }
                    state.sleepers.append(
                        Sleeper(id: id, instant: instant, continuation: continuation))
                    return .wait
                }
                switch start {
                case .wait: break
                case .done: continuation.resume()
                case .cancelled: continuation.resume(throwing: CancellationError())
                }
            }
        } onCancel: {
            let sleeper = state.withLock { state -> Sleeper? in
                guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else {
                    state.cancelled.insert(id)
                    return nil
                }
                return state.sleepers.remove(at: index)
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }
}
