import Foundation
import Freshness
import Testing

struct LocalClockTests {
    @Test(arguments: [
        (LocalClock.frankfurt, "Europe/Berlin"), (.newYork, "America/New_York"),
    ])
    func `a clock shows what the time zone database says, every half hour from 2000 to 2040`(
        clock: LocalClock, identifier: String
    ) throws {
        let zone = try #require(TimeZone(identifier: identifier))
        let end = try #require(CivilDate(iso8601: "2041-01-01")).startInUTC
        var time = try #require(CivilDate(iso8601: "2000-01-01")).startInUTC
        while time < end {
            let date = Date(timeIntervalSince1970: Double(time.wholeSeconds))
            let expected = Duration.seconds(zone.secondsFromGMT(for: date))
            let offset = clock.offset(at: time)
            guard offset == expected else {
                Issue.record("\(time.utcDate): \(offset), not \(expected)")
                return
            }
            time = time + .seconds(1800)
        }
    }

    @Test(arguments: [
        (LocalClock.frankfurt, "Europe/Berlin"), (.newYork, "America/New_York"),
    ])
    func `an hour of a day is found again on the clock, every day from 2000 to 2040`(
        clock: LocalClock, identifier: String
    ) throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: identifier))
        let end = try #require(CivilDate(iso8601: "2041-01-01"))
        var day = try #require(CivilDate(iso8601: "2000-01-01"))
        while day < end {
            let (year, month, dayOfMonth) = day.components
            for (hour, minute) in [(0, 0), (14, 15), (17, 0), (23, 59)] {
                let date = try #require(
                    calendar.date(
                        from: DateComponents(
                            year: year, month: month, day: dayOfMonth, hour: hour,
                            minute: minute)))
                let time = clock.time(hour, minute, on: day)
                guard time.wholeSeconds == Int64(date.timeIntervalSince1970),
                    clock.day(at: time) == day
                else {
                    Issue.record("\(day) \(hour):\(minute) came as \(time.wholeSeconds)")
                    return
                }
            }
            day = day + 1
        }
    }

    @Test func `the first of an hour that occurs twice is meant, a skipped one moves on`() throws {
        let autumn = try #require(CivilDate(iso8601: "2026-11-01"))
        #expect(
            LocalClock.newYork.time(1, 30, on: autumn)
                == autumn.startInUTC + .seconds(5 * 3600 + 1800))
        let spring = try #require(CivilDate(iso8601: "2026-03-29"))
        #expect(
            LocalClock.frankfurt.time(2, 30, on: spring)
                == spring.startInUTC + .seconds(3600 + 1800))
    }
}
