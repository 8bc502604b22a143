public import Freshness

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

    /// Reads a time as `iso8601` writes it; nil for anything else.
    public init?(iso8601 text: String) {
        let parts = text.split(separator: "T", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].utf8.last == UInt8(ascii: "Z"),
            let day = CalendarDay(parts[0])
        else { return nil }
        let numbers = parts[1].dropLast().split(
            separator: ":", omittingEmptySubsequences: false)
        guard numbers.count == 3, let hour = Self.number(numbers[0], below: 24),
            let minute = Self.number(numbers[1], below: 60),
            let second = Self.number(numbers[2], below: 60)
        else { return nil }
        self = day.startInUTC + .seconds(hour * 3600 + minute * 60 + second)
    }

    /// The time in whole seconds as the API spells it: `2026-06-16T14:02:00Z`.
    public var iso8601: String {
        "\(CalendarDay(utc: self))T\(clockText)Z"
    }

    /// The time as the `Date` header spells it (RFC 9110, 5.6.7): `Tue, 16 Jun 2026 14:02:00 GMT`.
    var httpDate: String {
        let day = CalendarDay(utc: self)
        let (year, month, dayOfMonth) = day.date
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
        let second = (wholeSeconds % 86_400 + 86_400) % 86_400
        return [second / 3600, second / 60 % 60, second % 60].map(Self.twoDigits)
            .joined(separator: ":")
    }

    /// Reads exactly two digits.
    private static func number(_ text: Substring, below limit: Int) -> Int? {
        let digits = text.utf8.compactMap { byte in
            UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte ? Int(byte - UInt8(ascii: "0")) : nil
        }
        guard digits.count == 2, text.utf8.count == 2 else { return nil }
        let value = digits[0] * 10 + digits[1]
        return value < limit ? value : nil
    }

    private static func twoDigits(_ value: Int64) -> String {
        value < 10 ? "0\(value)" : "\(value)"
    }
}
