import Freshness

extension Timestamp {
    /// Whole minutes since the epoch, rounded towards the past.
    var minutesSinceEpoch: Int64 {
        let (quotient, remainder) = wholeSeconds.quotientAndRemainder(dividingBy: 60)
        return remainder < 0 ? quotient - 1 : quotient
    }

    /// The start of the minute.
    var startOfMinute: Timestamp {
        self - .seconds(wholeSeconds - minutesSinceEpoch * 60) - .nanoseconds(nanosecondsOfSecond)
    }

    /// The time in whole seconds as the API spells it: `2026-06-16T14:02:00Z`.
    var wholeSecondText: String {
        startOfSecond.iso8601
    }
}
