import Freshness
import Testing

struct CalendarDayTests {
    @Test(arguments: [
        ("1970-01-01", 0), ("1969-12-31", -1), ("2000-02-29", 11_016), ("2000-03-01", 11_017),
        ("2026-10-30", 20_756), ("1900-03-01", -25_508), ("0001-01-01", -719_162),
        ("9999-12-31", 2_932_896),
    ])
    func `a day is read, counted and written`(text: String, days: Int) throws {
        let day = try #require(CalendarDay(text))
        #expect(day.daysSinceEpoch == days)
        #expect(day.description == text)
        #expect(CalendarDay(daysSinceEpoch: days).description == text)
    }

    @Test(arguments: [
        "2026-02-29", "1900-02-29", "2026-13-01", "2026-00-10", "2026-01-00", "2026-04-31",
        "2026-1-01", "2026/01/01", "20260101", "0000-01-01", "", "2026-01-01T00:00:00Z",
        "+026-01-01", "२०२६-01-01",
    ])
    func `what is no day is refused`(text: String) {
        #expect(CalendarDay(text) == nil)
    }

    @Test func `every day of 300 years follows the one before`() {
        var expected = (year: 1850, month: 1, day: 1)
        guard var day = CalendarDay(year: 1850, month: 1, day: 1) else {
            Issue.record("1850-01-01 exists")
            return
        }
        var weekday = CalendarDay.Weekday.tuesday.rawValue
        while expected.year < 2150 {
            let date = day.date
            guard date == expected, day.weekday.rawValue == weekday else {
                Issue.record("\(expected) came as \(date), \(day.weekday)")
                return
            }
            day = day + 1
            weekday = (weekday + 1) % 7
            if CalendarDay(year: expected.year, month: expected.month, day: expected.day + 1) != nil
            {
                expected.day += 1
            } else if expected.month < 12 {
                expected = (expected.year, expected.month + 1, 1)
            } else {
                expected = (expected.year + 1, 1, 1)
            }
        }
    }

    @Test(arguments: [
        ("a moment before midnight", Int64(86_399_999_999_999), 0),
        ("midnight", 86_400_000_000_000, 1),
        ("a moment before the epoch", -1, -1),
        ("a day before the epoch", -86_400_000_000_000, -1),
    ])
    func `a time belongs to one day of UTC`(name: String, nanoseconds: Int64, days: Int) {
        let day = CalendarDay(utc: Timestamp(nanosecondsSinceEpoch: nanoseconds))
        #expect(day.daysSinceEpoch == days)
    }

    @Test func `a day starts at midnight, and far ones at the end of time`() {
        #expect(CalendarDay(daysSinceEpoch: 2).startInUTC == Timestamp(seconds: 172_800))
        #expect(
            CalendarDay(daysSinceEpoch: .max).startInUTC
                == Timestamp(nanosecondsSinceEpoch: .max))
        #expect(
            CalendarDay(daysSinceEpoch: -1_000_000).startInUTC
                == Timestamp(nanosecondsSinceEpoch: .min))
    }
}
