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
        (self - .nanoseconds(nanosecondsOfSecond)).iso8601
    }

    /// The time as the `Date` header spells it (RFC 9110, 5.6.7): `Tue, 16 Jun 2026 14:02:00 GMT`.
    var httpDate: String {
        let day = utcDate
        let (year, month, dayOfMonth) = day.components
        let weekday =
            switch day.weekday {
            case .monday: "Mon"
            case .tuesday: "Tue"
            case .wednesday: "Wed"
            case .thursday: "Thu"
            case .friday: "Fri"
            case .saturday: "Sat"
            case .sunday: "Sun"
            }
        let months = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]
        return "\(weekday), \(Self.twoDigits(Int64(dayOfMonth))) \(months[month - 1]) \(year) "
            + "\(clockText) GMT"
    }

    private var clockText: String {
        let second = utcSecondOfDay
        return [second / 3600, second / 60 % 60, second % 60].map(Self.twoDigits)
            .joined(separator: ":")
    }

    private static func twoDigits(_ value: Int64) -> String {
        value < 10 ? "0\(value)" : "\(value)"
    }
}
