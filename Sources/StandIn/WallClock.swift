import Freshness
import Glibc

/// The machine's clock, which the control path can put ahead or back.
enum WallClock {
    /// The machine's time.
    static var now: Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(seconds: Int64(time.tv_sec), nanoseconds: Int64(time.tv_nsec)) ?? .epoch
    }
}
