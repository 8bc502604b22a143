import FoundationEssentials
import Freshness

/// Times of the wall clock as people read them, in UTC.
enum UTCText {
    /// The epoch began on a Thursday.
    private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]

    /// A day and a time: `Tue 2026-06-16 14:02:00 UTC`.
    ///
    /// The weekday is told because the market rests at weekends.
    static func dayAndTime(_ timestamp: Timestamp) -> String {
        let (days, rest) = timestamp.wholeSeconds.quotientAndRemainder(dividingBy: 86_400)
        let day = Int((rest < 0 ? days - 1 : days) % 7)
        let style = Date.ISO8601FormatStyle(
            dateSeparator: .dash, dateTimeSeparator: .space, timeZone: .gmt)
        let text = date(timestamp).formatted(style)
        return "\(weekdays[day < 0 ? day + 7 : day]) \(text.dropLast()) UTC"
    }

    /// A time alone: `14:02:00 UTC`.
    static func time(_ timestamp: Timestamp) -> String {
        let style = Date.ISO8601FormatStyle(timeZone: .gmt).time(includingFractionalSeconds: false)
        return "\(date(timestamp).formatted(style)) UTC"
    }

    /// A time for machines: `2026-06-16T14:02:00Z`.
    static func machine(_ timestamp: Timestamp) -> String {
        date(timestamp).formatted(Date.ISO8601FormatStyle(timeZone: .gmt))
    }

    private static func date(_ timestamp: Timestamp) -> Date {
        Date(timeIntervalSince1970: Double(timestamp.wholeSeconds))
    }
}
