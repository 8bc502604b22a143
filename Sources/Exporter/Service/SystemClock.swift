import Domain
import FoundationEssentials
import Freshness
import Glibc

/// The machine's clocks.
struct SystemClock: TimeSource {
    var now: Moment {
        Moment(
            timestamp: Timestamp(nanosecondsSinceEpoch: Self.read(CLOCK_REALTIME)),
            // CLOCK_BOOTTIME counts suspends, which CLOCK_MONOTONIC leaves out (clock_gettime(2)).
            instant: MonotonicInstant(nanosecondsSinceBoot: Self.read(CLOCK_BOOTTIME)))
    }

    func sleep(until instant: MonotonicInstant) async throws {
        let remaining = now.instant.duration(to: instant)
        guard remaining > .zero else { return try Task.checkCancellation() }
        // The continuous clock counts suspends as well.
        try await Task.sleep(for: remaining, clock: .continuous)
    }

    private static func read(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
