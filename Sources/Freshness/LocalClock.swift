/// The clocks on the wall of the two cities whose hours rule the data.
///
/// Named time zones need ICU, which would grow the binary by tens of megabytes; these two follow
/// rules that fit here. Right from 1996 (Frankfurt) and 1987 (New York) on, until a law changes.
public enum LocalClock: Sendable, Hashable, CaseIterable {
    /// Where the ECB publishes: UTC+1, in summer UTC+2 (directive 2000/84/EC).
    case frankfurt
    /// Where the week of foreign exchange opens and closes: UTC-5, in summer UTC-4.
    case newYork

    /// How far the clock is ahead of UTC at a time; negative where it is behind.
    public func offset(at timestamp: Timestamp) -> Duration {
        isSummer(at: timestamp) ? standardOffset + .seconds(3600) : standardOffset
    }

    /// The day that the clock shows at a time.
    public func day(at timestamp: Timestamp) -> CivilDate {
        (timestamp + offset(at: timestamp)).utcDate
    }

    /// The time at which the clock shows an hour of a day.
    ///
    /// An hour that occurs twice is the first of the two; one that is skipped is read as if the
    /// clock had not been put forward.
    public func time(_ hour: Int, _ minute: Int = 0, on day: CivilDate) -> Timestamp {
        let standard =
            day.startInUTC + .seconds(hour * 3600 + minute * 60) - standardOffset
        let summer = standard - .seconds(3600)
        return isSummer(at: summer) ? summer : standard
    }

    private var standardOffset: Duration {
        switch self {
        case .frankfurt: .seconds(3600)
        case .newYork: .seconds(-5 * 3600)
        }
    }

    private func isSummer(at timestamp: Timestamp) -> Bool {
        let year = timestamp.utcDate.components.year
        let (start, end) = summer(of: year)
        return start <= timestamp && timestamp < end
    }

    /// When summer time begins and ends.
    private func summer(of year: Int) -> (start: Timestamp, end: Timestamp) {
        switch self {
        case .frankfurt:
            // Everywhere in the Union at 01:00 UTC.
            return (
                Self.lastSunday(ofMonth: 3, in: year).startInUTC + .seconds(3600),
                Self.lastSunday(ofMonth: 10, in: year).startInUTC + .seconds(3600)
            )
        case .newYork:
            // At 02:00 by the clock in force: 07:00 UTC in spring, 06:00 UTC in autumn. The
            // Energy Policy Act of 2005 moved the Sundays from 2007 on.
            let first =
                year >= 2007
                ? Self.firstSunday(ofMonth: 3, in: year) + 7
                : Self.firstSunday(ofMonth: 4, in: year)
            let last =
                year >= 2007
                ? Self.firstSunday(ofMonth: 11, in: year) : Self.lastSunday(ofMonth: 10, in: year)
            return (
                first.startInUTC + .seconds(7 * 3600), last.startInUTC + .seconds(6 * 3600)
            )
        }
    }

    private static func firstSunday(ofMonth month: Int, in year: Int) -> CivilDate {
        let first = CivilDate(validYear: year, month: month, day: 1)
        return first + (CivilDate.Weekday.sunday.rawValue - first.weekday.rawValue)
    }

    private static func lastSunday(ofMonth month: Int, in year: Int) -> CivilDate {
        let last = CivilDate(
            validYear: year, month: month, day: CivilDate.numberOfDays(year: year, month: month))
        let daysPastSunday = last.weekday.rawValue % 7
        return last - daysPastSunday
    }
}
