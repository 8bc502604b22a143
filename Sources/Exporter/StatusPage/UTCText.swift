import Freshness

/// Times of the wall clock as people read them, in UTC.
enum UTCText {
    /// A day and a time: `Tue 2026-06-16 14:02:00 UTC`.
    ///
    /// The weekday is told because the market rests at weekends.
    static func dayAndTime(_ timestamp: Timestamp) -> String {
        let day = timestamp.utcDate
        return "\(day.weekday.shortName) \(day) \(timestamp.utcClockText) UTC"
    }

    /// A time alone: `14:02:00 UTC`.
    static func time(_ timestamp: Timestamp) -> String {
        "\(timestamp.utcClockText) UTC"
    }

    /// A time for machines: `2026-06-16T14:02:00Z`.
    static func machine(_ timestamp: Timestamp) -> String {
        timestamp.startOfSecond.iso8601
    }
}
