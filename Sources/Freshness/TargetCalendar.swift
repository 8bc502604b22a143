/// The days on which the euro's settlement system works, and the ECB publishes its fixes.
///
/// Closed on Saturdays, Sundays, 1 January, Good Friday, Easter Monday, 1 May, 25 and 26 December:
/// the ECB's long-term calendar, in force since 2002.
public enum TargetCalendar {
    /// Whether TARGET works on a day.
    public static func isOpen(on day: CivilDate) -> Bool {
        switch day.weekday {
        case .saturday, .sunday: return false
        case .monday, .tuesday, .wednesday, .thursday, .friday: break
        }
        let (year, month, dayOfMonth) = day.components
        switch (month, dayOfMonth) {
        case (1, 1), (5, 1), (12, 25), (12, 26): return false
        case (3, _), (4, _):
            let easter = easterSunday(of: year)
            return day != easter - 2 && day != easter + 1
        default: return true
        }
    }

    /// The first TARGET day after a day.
    public static func day(after day: CivilDate) -> CivilDate {
        var next = day + 1
        while !isOpen(on: next) { next = next + 1 }
        return next
    }

    /// The last TARGET day before a day.
    public static func day(before day: CivilDate) -> CivilDate {
        var previous = day - 1
        while !isOpen(on: previous) { previous = previous - 1 }
        return previous
    }

    /// The day itself where TARGET works on it, else the last TARGET day before it.
    public static func day(onOrBefore day: CivilDate) -> CivilDate {
        isOpen(on: day) ? day : self.day(before: day)
    }

    /// How many TARGET days come after a day, up to another one and with it.
    public static func count(after day: CivilDate, through last: CivilDate) -> Int {
        var count = 0
        var next = day + 1
        while next <= last {
            if isOpen(on: next) { count += 1 }
            next = next + 1
        }
        return count
    }

    /// When the fix of a day is published: about 16:00 Frankfurt time.
    public static func publication(on day: CivilDate) -> Timestamp {
        LocalClock.frankfurt.time(16, on: day)
    }

    /// Easter Sunday of the Gregorian calendar, by the anonymous algorithm of 1876.
    public static func easterSunday(of year: Int) -> CivilDate {
        let goldenNumber = year % 19
        let century = year / 100
        let yearOfCentury = year % 100
        let moonCorrection = (century + 8) / 25
        let epact =
            (19 * goldenNumber + century - century / 4 - (century - moonCorrection + 1) / 3 + 15)
            % 30
        let weekdayShift =
            (32 + 2 * (century % 4) + 2 * (yearOfCentury / 4) - epact - yearOfCentury % 4) % 7
        let lateMoon = (goldenNumber + 11 * epact + 22 * weekdayShift) / 451
        let dayOfMarch = epact + weekdayShift - 7 * lateMoon + 22
        return CivilDate(validYear: year, month: 3, day: 1) + (dayOfMarch - 1)
    }
}
