import Freshness

@testable import ExchangeRate

/// Times and days as texts: of replies, headers, flags and incidents.
enum TimestampReader: FuzzReader {
    static let name = "timestamp"
    static let words = [
        "2026-06-16T14:02:00Z", "Tue, 16 Jun 2026 14:02:00 GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
        "Sun Nov  6 08:49:37 1994", "T", "Z", "+05:30", "-00:00", ".123456789", "23:59:60",
        "1679", "2261", "0000", "9999", "-02-29", "1781618520", "1781618520123",
    ]

    static func read(_ bytes: [UInt8]) throws(BrokenPromise) {
        let text = String(decoding: bytes, as: UTF8.self)
        if let time = Timestamp(iso8601: text) {
            try hold(
                Timestamp(iso8601: time.iso8601) == time, "\(text) is not what \(time.iso8601) is")
            // HTTP has whole seconds, and only years of four digits.
            let second = Timestamp(seconds: time.wholeSeconds)
            try hold(
                Timestamp(httpDate: time.httpDate) == second, "\(text) is not \(time.httpDate)")
        }
        if let time = Timestamp(httpDate: text) {
            try hold(
                Timestamp(httpDate: time.httpDate) == time, "\(text) is not \(time.httpDate)")
            try hold(
                Timestamp(iso8601: time.iso8601) == time, "\(text) is not \(time.iso8601)")
        }
        if let day = CivilDate(iso8601: text) {
            try hold(CivilDate(iso8601: "\(day)") == day, "\(text) is not \(day)")
            try hold("\(day)" == text, "\(text) is printed as \(day)")
            _ = (day.weekday, day.startInUTC)
        }
        let stamp = StampValue(text)
        try hold(stamp.text == text, "\(text) is kept as \(stamp.text)")
        if let time = stamp.time {
            try hold(text.utf8.count <= 64, "a time of \(text.utf8.count) bytes is kept")
            try hold(Timestamp(iso8601: time.iso8601) == time, "\(text) is not \(time.iso8601)")
        }
    }
}
