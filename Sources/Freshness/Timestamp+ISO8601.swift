extension Timestamp {
    /// Reads a time in the form of RFC 3339, and a little more of ISO 8601; nil for all else.
    ///
    /// | part | taken | refused |
    /// |---|---|---|
    /// | date | `YYYY-MM-DD` of a day that exists | 30 February |
    /// | date alone | means 00:00 UTC, the oldest that it can be | |
    /// | between | `T` or `t` | a space |
    /// | time | `HH:MM:SS`, 00:00:00 to 23:59:59 | 24:00, `HH:MM` |
    /// | fraction | `.` and 1 to 9 digits | none after the dot, more, a comma |
    /// | zone | `Z`, `z`, `±HH:MM`, `±HHMM`, `±HH` | none: it would be anybody's time |
    ///
    /// A leap second, 23:59:60 UTC at the end of a month, is the first moment of the next day,
    /// as POSIX counts; its fraction is dropped so that no time runs backwards.
    public init?(iso8601 text: some StringProtocol) {
        var scanner = TextScanner(text)
        guard let date = scanner.takeDate() else { return nil }
        if scanner.isAtEnd {
            self.init(startOf: date)
            return
        }
        guard scanner.take("T", "t"), let time = scanner.takeTimeOfDay(),
            let fraction = scanner.takeFraction(), let offset = scanner.takeZone(),
            scanner.isAtEnd
        else { return nil }
        let seconds = date.daysSinceEpoch * 86_400 + time.secondOfDay - offset
        guard time.isLeapSecond else {
            self.init(seconds: seconds, nanoseconds: fraction)
            return
        }
        guard let midnight = Timestamp(seconds: seconds), midnight.utcSecondOfDay == 0,
            midnight.utcDate.day == 1
        else { return nil }
        self = midnight
    }

    /// The time as RFC 3339 writes it, in UTC; with 3, 6 or 9 digits of fraction where needed.
    public var iso8601: String {
        "\(utcDate)T\(utcClockText)\(fractionText)Z"
    }

    private var fractionText: String {
        let nanoseconds = Int(nanosecondsOfSecond)
        if nanoseconds == 0 { return "" }
        for (digits, unit) in [(3, 1_000_000), (6, 1000)] where nanoseconds.isMultiple(of: unit) {
            return "." + (nanoseconds / unit).padded(to: digits)
        }
        return "." + nanoseconds.padded(to: 9)
    }
}

extension CivilDate {
    /// Reads a day as ISO 8601 spells it, such as "2026-10-30"; nil for anything else.
    public init?(iso8601 text: some StringProtocol) {
        var scanner = TextScanner(text)
        guard let date = scanner.takeDate(), scanner.isAtEnd else { return nil }
        self = date
    }
}

extension TextScanner {
    fileprivate mutating func takeDate() -> CivilDate? {
        guard let year = takeNumber(digits: 4), take("-"), let month = takeNumber(digits: 2),
            take("-"), let day = takeNumber(digits: 2)
        else { return nil }
        return CivilDate(year: year, month: month, day: day)
    }

    /// Nanoseconds; 0 where there is no fraction, nil where it is malformed.
    fileprivate mutating func takeFraction() -> Int64? {
        guard take(".") else { return 0 }
        guard let (value, count) = takeDigits(), count <= 9 else { return nil }
        return Int64((count..<9).reduce(value) { scaled, _ in scaled * 10 })
    }

    /// Seconds east of UTC.
    fileprivate mutating func takeZone() -> Int64? {
        if take("Z", "z") { return 0 }
        let isEast = take("+")
        guard isEast || take("-"), let hours = takeNumber(digits: 2), hours < 24 else {
            return nil
        }
        var minutes = 0
        if take(":") || !isAtEnd {
            guard let number = takeNumber(digits: 2), number < 60 else { return nil }
            minutes = number
        }
        let seconds = Int64(hours * 3600 + minutes * 60)
        return isEast ? seconds : -seconds
    }
}
