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
}
