extension Timestamp {
    /// Reads a date of an HTTP header in any of the three forms of RFC 9110, 5.6.7.
    ///
    /// The day of the week must be one but need not fit the date: senders get it wrong, and
    /// nothing follows from it. A year of two digits, which only the obsolete form of RFC 850 has,
    /// lies in 1970 to 2069.
    public init?(httpDate text: some StringProtocol) {
        var scanner = TextScanner(text)
        let date: CivilDate?
        let time: Int64?
        if scanner.takeIndex(of: Self.longWeekdays) != nil {
            (date, time) = scanner.takeRFC850Date()
        } else if scanner.takeIndex(of: weekdays) != nil {
            (date, time) = scanner.take(",") ? scanner.takeFixedDate() : scanner.takeCDate()
        } else {
            return nil
        }
        guard let date, let time, scanner.isAtEnd else { return nil }
        self.init(seconds: date.daysSinceEpoch * 86_400 + time)
    }

    private static let longWeekdays = [
        "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
    ]

    /// The time as HTTP writes it, without its fraction: `Tue, 16 Jun 2026 14:02:00 GMT`.
    package var httpDate: String {
        let (year, month, day) = utcDate.components
        return "\(utcDate.weekday.shortName), \(day.padded(to: 2)) \(months[month - 1]) \(year) "
            + "\(utcClockText) GMT"
    }
}

extension CivilDate.Weekday {
    /// Three letters of English: `Mon`.
    package var shortName: String { weekdays[rawValue - 1] }
}

private let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
private let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
]

extension TextScanner {
    /// Takes ` 06 Nov 1994 08:49:37 GMT`.
    fileprivate mutating func takeFixedDate() -> (CivilDate?, Int64?) {
        guard take(" "), let day = takeNumber(digits: 2), take(" "),
            let month = takeIndex(of: months), take(" "), let year = takeNumber(digits: 4),
            take(" "), let time = takeTimeOfDay(), take(text: " GMT")
        else { return (nil, nil) }
        return (CivilDate(year: year, month: month + 1, day: day), time.secondOfDay)
    }

    /// Takes `, 06-Nov-94 08:49:37 GMT`.
    fileprivate mutating func takeRFC850Date() -> (CivilDate?, Int64?) {
        guard take(text: ", "), let day = takeNumber(digits: 2), take("-"),
            let month = takeIndex(of: months), take("-"), let year = takeNumber(digits: 2),
            take(" "), let time = takeTimeOfDay(), take(text: " GMT")
        else { return (nil, nil) }
        let century = year < 70 ? 2000 : 1900
        return (CivilDate(year: century + year, month: month + 1, day: day), time.secondOfDay)
    }

    /// Takes ` Nov  6 08:49:37 1994`, as the `asctime` of C writes it.
    fileprivate mutating func takeCDate() -> (CivilDate?, Int64?) {
        guard take(" "), let month = takeIndex(of: months), take(" ") else {
            return (nil, nil)
        }
        guard let day = take(" ") ? takeNumber(digits: 1) : takeNumber(digits: 2), take(" "),
            let time = takeTimeOfDay(), take(" "), let year = takeNumber(digits: 4)
        else { return (nil, nil) }
        return (CivilDate(year: year, month: month + 1, day: day), time.secondOfDay)
    }
}
