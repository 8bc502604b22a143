/// A day of the Gregorian calendar, without a time and without a zone.
public struct CalendarDay: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// A day of the week.
    public enum Weekday: Int, Sendable, Hashable {
        case monday, tuesday, wednesday, thursday, friday, saturday, sunday
    }

    /// Days since 1970-01-01; negative before it.
    public var daysSinceEpoch: Int

    /// Makes a day from the count of days since 1970-01-01.
    public init(daysSinceEpoch: Int) {
        self.daysSinceEpoch = daysSinceEpoch
    }

    /// Makes a day of the years 1 to 9999; nil where the calendar has no such day.
    public init?(year: Int, month: Int, day: Int) {
        guard 1...9999 ~= year, 1...12 ~= month, day >= 1,
            day <= Self.length(ofMonth: month, in: year)
        else { return nil }
        self.init(validYear: year, month: month, day: day)
    }

    /// Makes a day from a date that is known to exist.
    init(validYear year: Int, month: Int, day: Int) {
        // Years are counted from March, so that the leap day is the last one and the lengths of
        // the months before it follow one line.
        let marchYear = month > 2 ? year : year - 1
        let marchMonth = (month + 9) % 12
        let dayOfYear = (153 * marchMonth + 2) / 5 + day - 1
        let leapDays = marchYear / 4 - marchYear / 100 + marchYear / 400
        daysSinceEpoch = marchYear * 365 + leapDays + dayOfYear - Self.daysToEpoch
    }

    /// Reads a day as ISO 8601 spells it, such as "2026-10-30"; nil for anything else.
    public init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-")
        else { return nil }
        func number(_ range: Range<Int>) -> Int? {
            var value = 0
            for byte in bytes[range] {
                guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte else { return nil }
                value = value * 10 + Int(byte - UInt8(ascii: "0"))
            }
            return value
        }
        guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10)
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// Makes the day of a time in UTC.
    public init(utc timestamp: Timestamp) {
        let (quotient, remainder) = timestamp.wholeSeconds.quotientAndRemainder(
            dividingBy: Self.secondsOfDay)
        daysSinceEpoch = Int(remainder < 0 ? quotient - 1 : quotient)
    }

    /// Year, month from 1 and day of the month.
    public var date: (year: Int, month: Int, day: Int) {
        let days = daysSinceEpoch + Self.daysToEpoch
        let era = (days >= 0 ? days : days - 146_096) / 146_097
        let dayOfEra = days - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        let year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
    }

    /// The day of the week.
    public var weekday: Weekday {
        // 1970-01-01 was a Thursday.
        let index = (daysSinceEpoch % 7 + 7 + 3) % 7
        return Weekday(rawValue: index) ?? .monday
    }

    /// Midnight of the day in UTC; the nearest time that a `Timestamp` can hold beyond its range.
    public var startInUTC: Timestamp {
        let (seconds, overflows) = Int64(daysSinceEpoch).multipliedReportingOverflow(
            by: Self.secondsOfDay)
        if !overflows, let start = Timestamp(seconds: seconds) { return start }
        return Timestamp(nanosecondsSinceEpoch: daysSinceEpoch < 0 ? .min : .max)
    }

    /// The day as ISO 8601 spells it.
    public var description: String {
        let (year, month, day) = date
        func padded(_ value: Int, to width: Int) -> String {
            let digits = String(value)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        return "\(padded(year, to: 4))-\(padded(month, to: 2))-\(padded(day, to: 2))"
    }

    public static func < (left: Self, right: Self) -> Bool {
        left.daysSinceEpoch < right.daysSinceEpoch
    }

    /// The day so many days later; earlier for a negative count.
    public static func + (left: Self, days: Int) -> Self {
        CalendarDay(daysSinceEpoch: left.daysSinceEpoch + days)
    }

    /// The day so many days earlier.
    public static func - (left: Self, days: Int) -> Self {
        left + -days
    }

    /// How many days a month has; 0 for a month that does not exist.
    static func length(ofMonth month: Int, in year: Int) -> Int {
        switch month {
        case 2:
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            return isLeap ? 29 : 28
        case 4, 6, 9, 11: return 30
        case 1...12: return 31
        default: return 0
        }
    }

    /// Days from 0000-03-01 to 1970-01-01.
    private static let daysToEpoch = 719_468
    private static let secondsOfDay: Int64 = 86_400
}
