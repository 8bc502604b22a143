public import Domain
public import Freshness

extension AccountState.Month {
    /// The month that a time falls in.
    public init(of timestamp: Timestamp) {
        let date = timestamp.utcDate
        self.init(year: date.year, month: date.month)
    }

    /// When the next month begins: its 1st, 00:00 UTC.
    public var end: Timestamp {
        let first =
            month == 12
            ? CivilDate(year: year + 1, month: 1, day: 1)
            : CivilDate(year: year, month: month + 1, day: 1)
        return first?.startInUTC ?? Timestamp(nanosecondsSinceEpoch: .max)
    }
}
