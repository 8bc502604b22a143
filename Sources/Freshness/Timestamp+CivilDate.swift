extension Timestamp {
    /// The day in UTC that the time belongs to.
    public var utcDate: CivilDate {
        let (quotient, remainder) = wholeSeconds.quotientAndRemainder(dividingBy: 86_400)
        return CivilDate(daysSinceEpoch: remainder < 0 ? quotient - 1 : quotient)
    }

    /// The seconds after midnight in UTC: 0 to 86,399.
    public var utcSecondOfDay: Int64 {
        wholeSeconds - utcDate.daysSinceEpoch * 86_400
    }

    /// The time of day in UTC, without its fraction: `14:02:00`.
    package var utcClockText: String {
        let second = utcSecondOfDay
        return [second / 3600, second / 60 % 60, second % 60].map { $0.padded(to: 2) }
            .joined(separator: ":")
    }

    /// The time without the fraction of its second.
    package var startOfSecond: Timestamp {
        self - .nanoseconds(nanosecondsOfSecond)
    }

    /// Makes the first moment of a day in UTC; nil outside the years that a timestamp covers.
    public init?(startOf date: CivilDate) {
        self.init(seconds: date.daysSinceEpoch * 86_400)
    }
}

extension CivilDate {
    /// Midnight of the day in UTC; the nearest time that a `Timestamp` can hold beyond its range.
    public var startInUTC: Timestamp {
        Timestamp(startOf: self)
            ?? Timestamp(nanosecondsSinceEpoch: daysSinceEpoch < 0 ? .min : .max)
    }
}
