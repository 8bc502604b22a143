import Domain
import Freshness
import Synchronization

/// Clocks that show what the simulation sets them to.
final class VirtualClock: TimeSource {
    private let present: Mutex<Moment>

    init(_ start: Timestamp) {
        present = Mutex(
            Moment(timestamp: start, instant: MonotonicInstant(nanosecondsSinceBoot: 0)))
    }

    var now: Moment { present.withLock(\.self) }

    /// Moves both clocks ahead; never back.
    func advance(to instant: MonotonicInstant) {
        present.withLock { now in
            now = now.advanced(by: max(.zero, now.instant.duration(to: instant)))
        }
    }

    /// Nobody waits by this clock: the simulation knows what is due, and moves it there.
    func sleep(until instant: MonotonicInstant) async throws {
        advance(to: instant)
    }
}
