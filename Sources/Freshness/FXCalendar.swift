/// The trading days of foreign exchange, which begin and end at 17:00 in New York.
///
/// The market is closed from Friday to Sunday, and on 25 December and 1 January from 17:00 of the
/// eve to 17:00 of the day.
public enum FXCalendar {
    /// The trading day that a time belongs to: it begins at 17:00 of the day before.
    public static func tradingDay(at timestamp: Timestamp) -> CivilDate {
        let local = timestamp + LocalClock.newYork.offset(at: timestamp)
        return (local + .seconds(7 * 3600)).utcDate
    }

    /// Whether a trading day is a Saturday or a Sunday.
    public static func isWeekend(_ day: CivilDate) -> Bool {
        switch day.weekday {
        case .saturday, .sunday: true
        case .monday, .tuesday, .wednesday, .thursday, .friday: false
        }
    }

    /// Whether a trading day is 25 December or 1 January.
    public static func isHoliday(_ day: CivilDate) -> Bool {
        let (_, month, dayOfMonth) = day.components
        return (month, dayOfMonth) == (12, 25) || (month, dayOfMonth) == (1, 1)
    }

    /// Whether the market trades on a trading day.
    public static func isOpen(on day: CivilDate) -> Bool {
        !isWeekend(day) && !isHoliday(day)
    }

    /// Whether the market is open at a time.
    public static func isOpen(at timestamp: Timestamp) -> Bool {
        isOpen(on: tradingDay(at: timestamp))
    }

    /// When the market closed that is closed at a time; nil where it is open then.
    public static func closing(before timestamp: Timestamp) -> Timestamp? {
        var day = tradingDay(at: timestamp)
        guard !isOpen(on: day) else { return nil }
        while !isOpen(on: day) { day = day - 1 }
        return LocalClock.newYork.time(17, on: day)
    }

    /// When the market opens that is closed at a time; nil where it is open then.
    public static func opening(after timestamp: Timestamp) -> Timestamp? {
        var day = tradingDay(at: timestamp)
        guard !isOpen(on: day) else { return nil }
        while !isOpen(on: day) { day = day + 1 }
        return LocalClock.newYork.time(17, on: day - 1)
    }

    /// The first span without trade that ends after a time, from the closing to the opening.
    ///
    /// Weekends and holidays that touch are one.
    public static func closure(endingAfter timestamp: Timestamp) -> Range<Timestamp> {
        var first = tradingDay(at: timestamp)
        if isOpen(on: first) {
            while isOpen(on: first) { first = first + 1 }
        } else {
            while !isOpen(on: first - 1) { first = first - 1 }
        }
        var last = first
        while !isOpen(on: last + 1) { last = last + 1 }
        return LocalClock.newYork.time(17, on: first - 1)..<LocalClock.newYork.time(17, on: last)
    }

    /// Whether the market opens between two times, the later one with it.
    public static func opens(after first: Timestamp, by last: Timestamp) -> Bool {
        first < last && closure(endingAfter: first).upperBound <= last
    }
}
