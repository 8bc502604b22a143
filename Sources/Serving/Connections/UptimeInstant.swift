import Glibc

/// A moment by the clock that counts while the system runs, as `SuspendingClock` does.
///
/// A plain number, unlike that clock's own instants, whose layout is looked up at run time: every
/// request notes a few.
struct UptimeInstant: Hashable, Comparable {
    let nanoseconds: Int64

    /// The present.
    static var now: UptimeInstant {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UptimeInstant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    /// The time from this moment to another, negative where that was before.
    func duration(to other: UptimeInstant) -> Duration {
        .nanoseconds(other.nanoseconds - nanoseconds)
    }

    static func < (left: UptimeInstant, right: UptimeInstant) -> Bool {
        left.nanoseconds < right.nanoseconds
    }
}
