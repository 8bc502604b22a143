import Foundation
import Freshness
import Testing

struct CivilDateTests {
    @Test func `every day from 1599 to 2401 follows the one before it as Foundation counts`()
        throws
    {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
        let first = try #require(CivilDate(year: 1599, month: 1, day: 1))
        let last = try #require(CivilDate(year: 2401, month: 12, day: 31))
        var checked = 0
        // A prime step meets every month, day and weekday without asking Foundation 293,000 times.
        for days in stride(from: first.daysSinceEpoch, through: last.daysSinceEpoch, by: 13) {
            let date = CivilDate(daysSinceEpoch: days)
            let expected = calendar.dateComponents(
                [.year, .month, .day, .weekday],
                from: Date(timeIntervalSince1970: Double(days) * 86_400))
            #expect(date.year == expected.year)
            #expect(date.month == expected.month)
            #expect(date.day == expected.day)
            // Foundation counts from Sunday, which is 1.
            #expect(date.weekday.rawValue % 7 + 1 == expected.weekday)
            checked += 1
        }
        #expect(checked > 20_000)
    }

    @Test func `a day survives the way to components and back`() throws {
        let first = try #require(CivilDate(year: 0, month: 1, day: 1))
        let last = try #require(CivilDate(year: 9999, month: 12, day: 31))
        for days in stride(from: first.daysSinceEpoch, through: last.daysSinceEpoch, by: 7) {
            let date = CivilDate(daysSinceEpoch: days)
            let (year, month, day) = date.components
            #expect(CivilDate(year: year, month: month, day: day) == date)
        }
    }

    @Test(arguments: [
        (2026, 2, 29), (2026, 2, 30), (2024, 2, 30), (1900, 2, 29), (2026, 4, 31), (2026, 0, 1),
        (2026, 13, 1), (2026, 1, 0), (2026, 1, 32), (2026, 1, -1), (-1, 1, 1), (10_000, 1, 1),
    ])
    func `a day that the calendar lacks is refused`(year: Int, month: Int, day: Int) {
        #expect(CivilDate(year: year, month: month, day: day) == nil)
    }

    @Test(arguments: [
        (1970, 1, 1, Int64(0), CivilDate.Weekday.thursday),
        (1969, 12, 31, -1, .wednesday),
        (2000, 2, 29, 11_016, .tuesday),
        (2024, 2, 29, 19_782, .thursday),
        (2026, 11, 30, 20_787, .monday),
    ])
    func `known days have their number and weekday`(
        year: Int, month: Int, day: Int, days: Int64, weekday: CivilDate.Weekday
    ) throws {
        let date = try #require(CivilDate(year: year, month: month, day: day))
        #expect(date.daysSinceEpoch == days)
        #expect(date.weekday == weekday)
    }

    @Test func `a day is written as ISO 8601 has it`() throws {
        #expect(try #require(CivilDate(year: 2026, month: 3, day: 9)).description == "2026-03-09")
        #expect(try #require(CivilDate(year: 7, month: 12, day: 31)).description == "0007-12-31")
    }

    @Test func `a time before the epoch belongs to the day that it lies in`() throws {
        let time = Timestamp(nanosecondsSinceEpoch: -1)
        #expect(time.utcDate.description == "1969-12-31")
        #expect(time.utcSecondOfDay == 86_399)
        #expect(Timestamp(startOf: time.utcDate)?.wholeSeconds == -86_400)
    }
}
