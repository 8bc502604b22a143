import Freshness
import Testing

struct FXCalendarTests {
    /// The market around a time of UTC: closed from when until when, or open.
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let day: String
        let minute: Int
        var closed: ClosedSpan?

        var testDescription: String { name }
    }

    struct ClosedSpan: Sendable {
        let fromDay: String
        let fromHour: Int
        let hours: Int
    }

    static let winter = ClosedSpan(fromDay: "2026-01-09", fromHour: 22, hours: 48)
    static let summer = ClosedSpan(fromDay: "2026-07-03", fromHour: 21, hours: 48)
    static let march = ClosedSpan(fromDay: "2026-03-06", fromHour: 22, hours: 47)
    static let november = ClosedSpan(fromDay: "2026-10-30", fromHour: 21, hours: 49)
    /// 25 December 2025 was a Thursday: closed for a day, then open for one.
    static let christmas = ClosedSpan(fromDay: "2025-12-24", fromHour: 22, hours: 24)
    /// 25 December 2026 is a Friday: the holiday runs into the weekend.
    static let longChristmas = ClosedSpan(fromDay: "2026-12-24", fromHour: 22, hours: 72)

    static let cases = [
        Case(name: "winter, last minute", day: "2026-01-09", minute: 21 * 60 + 59),
        Case(name: "winter, closing", day: "2026-01-09", minute: 22 * 60, closed: winter),
        Case(name: "winter, before opening", day: "2026-01-11", minute: 1319, closed: winter),
        Case(name: "winter, opening", day: "2026-01-11", minute: 22 * 60),
        Case(name: "summer, last minute", day: "2026-07-03", minute: 20 * 60 + 59),
        Case(name: "summer, closing", day: "2026-07-03", minute: 21 * 60, closed: summer),
        Case(name: "summer, before opening", day: "2026-07-05", minute: 1259, closed: summer),
        Case(name: "summer, opening", day: "2026-07-05", minute: 21 * 60),
        Case(name: "March, closing", day: "2026-03-06", minute: 22 * 60, closed: march),
        Case(name: "March, before opening", day: "2026-03-08", minute: 1259, closed: march),
        Case(name: "March, opening", day: "2026-03-08", minute: 21 * 60),
        Case(name: "New York has changed, Europe not", day: "2026-03-13", minute: 20 * 60 + 59),
        Case(name: "Europe has changed, New York not", day: "2026-10-25", minute: 21 * 60),
        Case(name: "November, closing", day: "2026-10-30", minute: 21 * 60, closed: november),
        Case(name: "November, before opening", day: "2026-11-01", minute: 1319, closed: november),
        Case(name: "November, opening", day: "2026-11-01", minute: 22 * 60),
        Case(name: "Christmas Eve, last minute", day: "2025-12-24", minute: 1319),
        Case(name: "Christmas", day: "2025-12-25", minute: 600, closed: christmas),
        Case(name: "Christmas is over", day: "2025-12-25", minute: 22 * 60),
        Case(
            name: "Christmas before a weekend", day: "2026-12-26", minute: 600,
            closed: longChristmas),
    ]

    @Test(arguments: cases)
    func `the market opens and closes at 17:00 in New York`(test: Case) throws {
        let time =
            try #require(CivilDate(iso8601: test.day)).startInUTC + .seconds(test.minute * 60)
        guard let closed = test.closed else {
            #expect(FXCalendar.isOpen(at: time))
            #expect(FXCalendar.closing(before: time) == nil)
            #expect(FXCalendar.opening(after: time) == nil)
            #expect(FXCalendar.closure(endingAfter: time).lowerBound > time)
            return
        }
        let from =
            try #require(CivilDate(iso8601: closed.fromDay)).startInUTC
            + .seconds(closed.fromHour * 3600)
        #expect(!FXCalendar.isOpen(at: time))
        #expect(FXCalendar.closing(before: time) == from)
        let opening = from + .seconds(closed.hours * 3600)
        #expect(FXCalendar.opening(after: time) == opening)
        #expect(FXCalendar.closure(endingAfter: time) == from..<opening)
        #expect(FXCalendar.closure(endingAfter: from - .seconds(1)) == from..<opening)
        #expect(!FXCalendar.opens(after: time, by: opening - .seconds(1)))
        #expect(FXCalendar.opens(after: time, by: opening))
        #expect(!FXCalendar.opens(after: opening, by: opening + .seconds(86400)))
    }

    @Test func `a weekend is told from a holiday`() throws {
        let saturday = try #require(CivilDate(iso8601: "2026-10-31"))
        let christmas = try #require(CivilDate(iso8601: "2026-12-25"))
        let monday = try #require(CivilDate(iso8601: "2026-11-02"))
        #expect(FXCalendar.isWeekend(saturday) && !FXCalendar.isHoliday(saturday))
        #expect(FXCalendar.isHoliday(christmas) && !FXCalendar.isWeekend(christmas))
        #expect(FXCalendar.isOpen(on: monday))
    }
}
