import Domain
import Synchronization
import TestKit

/// A manual clock that knows how many wait for it through this value.
final class CountedClock: TimeSource {
    private let clock: ManualClock
    private let count = Mutex(0)

    init(_ clock: ManualClock) {
        self.clock = clock
    }

    /// Whether anything waits.
    var isAwaited: Bool { count.withLock { $0 > 0 } }

    var now: Moment { clock.now }

    func sleep(until instant: MonotonicInstant) async throws {
        count.withLock { $0 += 1 }
        defer { count.withLock { $0 -= 1 } }
        try await clock.sleep(until: instant)
    }
}
