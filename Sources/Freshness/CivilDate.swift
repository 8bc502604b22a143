/// A day of the Gregorian calendar, which is taken to reach back and forth without end.
///
/// It stands for no instant: which moment a day begins at is a matter of the time zone. The
/// arithmetic counts in eras of 400 years that begin on 1 March, so that the leap day is the last
/// day of its year (https://howardhinnant.github.io/date_algorithms.html).
public struct CivilDate: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// A day of the week, by its number in ISO 8601: Monday is 1, Sunday 7.
    public enum Weekday: Int, Sendable, Hashable, CaseIterable {
        case monday = 1
        case tuesday, wednesday, thursday, friday, saturday, sunday
    }

    /// Whole days since 1970-01-01, negative before it.
    public let daysSinceEpoch: Int64

    private static let daysPerEra: Int64 = 146_097
    /// From 0000-03-01, where an era begins, to 1970-01-01.
    private static let daysFromEraToEpoch: Int64 = 719_468

    /// Makes the day that is so many days after 1970-01-01.
    ///
    /// - Precondition: it lies within a million years of the epoch.
    public init(daysSinceEpoch: Int64) {
        precondition(
            daysSinceEpoch.magnitude < 366_000_000, "a day a million years from the epoch")
        self.daysSinceEpoch = daysSinceEpoch
    }

    /// Makes a day of the years 0 to 9999; nil where the calendar has no such day.
    public init?(year: Int, month: Int, day: Int) {
        guard 0...9999 ~= year, 1...12 ~= month,
            1...Self.numberOfDays(year: year, month: month) ~= day
        else { return nil }
        self.init(validYear: year, month: month, day: day)
    }

    /// Makes a day that is known to exist.
    init(validYear year: Int, month: Int, day: Int) {
        let shifted = Int64(month > 2 ? year : year - 1)
        let era = Self.floor(shifted, by: 400)
        let yearOfEra = shifted - era * 400
        let dayOfYear = Self.firstDay(ofShiftedMonth: Int64((month + 9) % 12)) + Int64(day) - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        daysSinceEpoch = era * Self.daysPerEra + dayOfEra - Self.daysFromEraToEpoch
    }

    /// The year, the month from 1 to 12 and the day from 1 to 31.
    public var components: (year: Int, month: Int, day: Int) {
        let shifted = daysSinceEpoch + Self.daysFromEraToEpoch
        let era = Self.floor(shifted, by: Self.daysPerEra)
        let dayOfEra = shifted - era * Self.daysPerEra
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let day = dayOfYear - Self.firstDay(ofShiftedMonth: shiftedMonth) + 1
        return (Int(yearOfEra + era * 400 + (month <= 2 ? 1 : 0)), Int(month), Int(day))
    }

    /// 0 to 9999 where it was made from components.
    public var year: Int { components.year }
    /// 1 to 12.
    public var month: Int { components.month }
    /// 1 to 31.
    public var day: Int { components.day }

    /// The day of the week.
    public var weekday: Weekday {
        // 1970-01-01 was a Thursday, the fourth day.
        let index = daysSinceEpoch + 3 - Self.floor(daysSinceEpoch + 3, by: 7) * 7
        return Weekday.allCases[Int(index)]
    }

    /// The day so many days later; earlier for a negative count.
    public static func + (left: Self, days: Int) -> Self {
        CivilDate(daysSinceEpoch: left.daysSinceEpoch + Int64(days))
    }

    /// The day so many days earlier.
    public static func - (left: Self, days: Int) -> Self {
        left + -days
    }

    /// How many days a month of 1 to 12 has.
    public static func numberOfDays(year: Int, month: Int) -> Int {
        switch month {
        case 2: isLeap(year: year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Whether the year has a 29 February.
    public static func isLeap(year: Int) -> Bool {
        year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    }

    public static func < (left: Self, right: Self) -> Bool {
        left.daysSinceEpoch < right.daysSinceEpoch
    }

    /// `YYYY-MM-DD`, as ISO 8601 writes it.
    public var description: String {
        let (year, month, day) = components
        return "\(year.padded(to: 4))-\(month.padded(to: 2))-\(day.padded(to: 2))"
    }

    /// The days of a year that begins in March which precede a month of it (March is 0).
    private static func firstDay(ofShiftedMonth month: Int64) -> Int64 {
        (153 * month + 2) / 5
    }

    private static func floor(_ value: Int64, by divisor: Int64) -> Int64 {
        let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
