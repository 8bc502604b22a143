import Freshness
import Testing

struct TargetCalendarTests {
    @Test(arguments: [
        "2000-04-23", "2001-04-15", "2002-03-31", "2003-04-20", "2004-04-11", "2005-03-27",
        "2006-04-16", "2007-04-08", "2008-03-23", "2009-04-12", "2010-04-04", "2011-04-24",
        "2012-04-08", "2013-03-31", "2014-04-20", "2015-04-05", "2016-03-27", "2017-04-16",
        "2018-04-01", "2019-04-21", "2020-04-12", "2021-04-04", "2022-04-17", "2023-04-09",
        "2024-03-31", "2025-04-20", "2026-04-05", "2027-03-28", "2028-04-16", "2029-04-01",
        "2030-04-21", "2031-04-13", "2032-03-28", "2033-04-17", "2034-04-09", "2035-03-25",
        "2036-04-13", "2037-04-05", "2038-04-25", "2039-04-10", "2040-04-01",
    ])
    func `Easter is on the day that the almanacs print`(text: String) throws {
        let day = try #require(CivilDate(iso8601: text))
        #expect(TargetCalendar.easterSunday(of: day.components.year) == day)
    }

    @Test(arguments: [
        ("2026-01-01", false), ("2026-01-02", true), ("2026-01-03", false), ("2026-04-02", true),
        ("2026-04-03", false), ("2026-04-06", false), ("2026-04-07", true), ("2026-05-01", false),
        ("2026-12-24", true), ("2026-12-25", false), ("2026-12-26", false), ("2026-12-31", true),
        ("2025-12-26", false), ("2024-03-29", false), ("2024-04-01", false), ("2026-10-03", false),
        ("2026-11-01", false),
    ])
    func `TARGET works on some days`(text: String, isOpen: Bool) throws {
        #expect(TargetCalendar.isOpen(on: try #require(CivilDate(iso8601: text))) == isOpen)
    }

    @Test(arguments: [
        ("2026-04-02", "2026-04-07"), ("2026-10-30", "2026-11-02"), ("2026-12-24", "2026-12-28"),
        ("2026-12-31", "2027-01-04"), ("2024-12-24", "2024-12-27"),
    ])
    func `the days around a gap point at each other`(before: String, after: String) throws {
        let first = try #require(CivilDate(iso8601: before))
        let second = try #require(CivilDate(iso8601: after))
        #expect(TargetCalendar.day(after: first) == second)
        #expect(TargetCalendar.day(before: second) == first)
        #expect(TargetCalendar.day(onOrBefore: second - 1) == first)
        #expect(TargetCalendar.day(onOrBefore: second) == second)
    }

    @Test(arguments: [
        ("2026-04-02", "2026-04-02", 0), ("2026-04-02", "2026-04-06", 0),
        ("2026-04-02", "2026-04-07", 1), ("2026-04-01", "2026-04-10", 5),
        ("2025-12-31", "2026-12-31", 256), ("2026-04-10", "2026-04-01", 0),
    ])
    func `TARGET days are counted without the first and with the last`(
        first: String, last: String, count: Int
    ) throws {
        let first = try #require(CivilDate(iso8601: first))
        let last = try #require(CivilDate(iso8601: last))
        #expect(TargetCalendar.count(after: first, through: last) == count)
    }

    @Test func `the longest gap from fix to fix is 120 hours by the clock of Frankfurt`() throws {
        var day = try #require(CivilDate(iso8601: "2002-01-02"))
        let end = try #require(CivilDate(iso8601: "2041-01-01"))
        var longest: Int64 = 0
        while day < end {
            let next = TargetCalendar.day(after: day)
            longest = max(longest, next.daysSinceEpoch - day.daysSinceEpoch)
            day = next
        }
        #expect(longest == 5)
    }

    @Test(arguments: [
        ("2026-03-27", 15), ("2026-03-30", 14), ("2026-10-23", 14), ("2026-10-26", 15),
    ])
    func `a fix is published at 16:00 in Frankfurt`(text: String, hourInUTC: Int) throws {
        let day = try #require(CivilDate(iso8601: text))
        #expect(
            TargetCalendar.publication(on: day) == day.startInUTC + .seconds(hourInUTC * 3600))
    }
}
