public import Freshness

/// One point in time, read from both clocks at once.
///
/// Scheduling goes by `instant`, recording by `timestamp`; the wall clock may jump between two
/// moments, the monotonic one does not.
public struct Moment: Sendable, Hashable {
    public var timestamp: Timestamp
    public var instant: MonotonicInstant

    /// Makes a moment.
    public init(timestamp: Timestamp, instant: MonotonicInstant) {
        self.timestamp = timestamp
        self.instant = instant
    }

    /// This moment, so much later on both clocks.
    public func advanced(by duration: Duration) -> Self {
        Self(timestamp: timestamp + duration, instant: instant.advanced(by: duration))
    }

    /// The moment at which this moment's wall clock would show a time.
    public func moment(at timestamp: Timestamp) -> Self {
        Self(timestamp: timestamp, instant: instant(at: timestamp))
    }

    /// The wall-clock time of an instant, as this moment's wall clock would tell it.
    public func timestamp(at instant: MonotonicInstant) -> Timestamp {
        timestamp + self.instant.duration(to: instant)
    }

    /// The instant at which this moment's wall clock would show a time.
    public func instant(at timestamp: Timestamp) -> MonotonicInstant {
        instant.advanced(by: timestamp - self.timestamp)
    }
}
