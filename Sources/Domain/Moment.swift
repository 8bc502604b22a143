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

    /// The wall-clock time of this moment as it is told at another, by the clock as it is there.
    ///
    /// That is the time that was noted, unless somebody set the clock in between: then so many whole
    /// seconds before or after it, so that what is told does not tremble with each reading.
    public func timestamp(by now: Self) -> Timestamp {
        let step = now.timestamp(at: instant) - timestamp
        guard step > .seconds(1) || step < .seconds(-1) else { return timestamp }
        let half = Duration.milliseconds(step > .zero ? 500 : -500)
        return timestamp + .seconds((step + half).components.seconds)
    }

    /// The same moment, with its wall-clock time as it is told at another.
    public func told(by now: Self) -> Self {
        Self(timestamp: timestamp(by: now), instant: instant)
    }

    /// The instant at which this moment's wall clock would show a time.
    public func instant(at timestamp: Timestamp) -> MonotonicInstant {
        instant.advanced(by: timestamp - self.timestamp)
    }
}
