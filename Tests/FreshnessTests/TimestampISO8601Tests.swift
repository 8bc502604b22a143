import Foundation
import Freshness
import Testing

struct TimestampISO8601Tests {
    /// Seconds up to 2026-06-16T14:02:41Z.
    private static let second: Int64 = 1_781_618_561

    @Test(arguments: [
        ("2026-06-16T14:02:41Z", Int64(0)),
        ("2026-06-16t14:02:41z", 0),
        ("2026-06-16T14:02:41.5Z", 500_000_000),
        ("2026-06-16T14:02:41.000Z", 0),
        ("2026-06-16T14:02:41.123456789Z", 123_456_789),
        ("2026-06-16T14:02:41.000000001z", 1),
        ("2026-06-16T16:02:41+02:00", 0),
        ("2026-06-16T16:02:41.5+0200", 500_000_000),
        ("2026-06-16T16:02:41+02", 0),
        ("2026-06-16T08:32:41-05:30", 0),
        ("2026-06-17T13:02:41+23:00", 0),
        ("2026-06-16T14:02:41-00:00", 0),
    ])
    func `a spelling of one instant is read as that instant`(text: String, nanoseconds: Int64) {
        #expect(
            Timestamp(iso8601: text)
                == Timestamp(seconds: Self.second, nanoseconds: nanoseconds))
    }

    @Test(arguments: [
        "", " ", "yesterday", "2026", "2026-06", "2026-6-16T14:02:41Z", "2026-02-30T00:00:00Z",
        "2026-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-00-10T00:00:00Z",
        "2026-06-31T00:00:00Z", "2026-06-16T24:00:00Z", "2026-06-16T23:60:00Z",
        "2026-06-16T14:02:61Z", "2026-06-16T14:02:60Z", "2026-06-16T23:59:60Z",
        "2026-06-16T14:02Z", "2026-06-16T14:02:41", "2026-06-16T14:02:41.",
        "2026-06-16T14:02:41.Z", "2026-06-16T14:02:41.1234567890Z", "2026-06-16T14:02:41,5Z",
        "2026-06-16 14:02:41Z", "2026-06-16T14:02:41Zx", " 2026-06-16T14:02:41Z",
        "2026-06-16T14:02:41Z ", "2026-06-16T14:02:41+24:00", "2026-06-16T14:02:41+02:60",
        "2026-06-16T14:02:41+2", "2026-06-16T14:02:41+02:", "2026-06-16T14:02:41+02:0",
        "2026-06-16T14:02:41 +02:00", "2026-06-16T14:02:41UTC", "20260616T140241Z",
        "+2026-06-16T14:02:41Z", "2026-06-16T-1:02:41Z", "２０２６-06-16T14:02:41Z",
        "9999-12-31T00:00:00Z", "1600-01-01T00:00:00Z", "2026-06-16T14:02:41Z\0",
        "2026-06-16T14:02:41\u{301}Z", "2026-06-16T",
    ])
    func `what is no time is refused`(text: String) {
        #expect(Timestamp(iso8601: text) == nil)
    }

    @Test func `a date alone is its first moment in UTC`() {
        #expect(Timestamp(iso8601: "2026-06-16")?.iso8601 == "2026-06-16T00:00:00Z")
    }

    @Test(arguments: [
        ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00Z"),
        ("2016-12-31T23:59:60.75Z", "2017-01-01T00:00:00Z"),
        ("2017-01-01T05:29:60+05:30", "2017-01-01T00:00:00Z"),
        ("2015-06-30T23:59:60Z", "2015-07-01T00:00:00Z"),
    ])
    func `a leap second is the first moment of the next day`(text: String, expected: String) {
        #expect(Timestamp(iso8601: text)?.iso8601 == expected)
    }

    @Test(arguments: [
        (Int64(0), "1970-01-01T00:00:00Z"),
        (-1, "1969-12-31T23:59:59.999999999Z"),
        (1_781_618_561_000_000_000, "2026-06-16T14:02:41Z"),
        (1_781_618_561_500_000_000, "2026-06-16T14:02:41.500Z"),
        (1_781_618_561_000_020_000, "2026-06-16T14:02:41.000020Z"),
        (1_781_618_561_000_000_007, "2026-06-16T14:02:41.000000007Z"),
        (.max, "2262-04-11T23:47:16.854775807Z"),
        (.min, "1677-09-21T00:12:43.145224192Z"),
    ])
    func `a time is printed with no more digits than it needs`(
        nanoseconds: Int64, expected: String
    ) {
        #expect(Timestamp(nanosecondsSinceEpoch: nanoseconds).iso8601 == expected)
    }

    @Test func `times print as Foundation prints them, and are read back`() {
        let style = Date.ISO8601FormatStyle()
        // An odd step meets all hours, months and leap days of two centuries.
        for seconds in stride(from: Int64(-2_000_000_000), to: 6_000_000_000, by: 1_234_567) {
            let time = Timestamp(nanosecondsSinceEpoch: seconds * 1_000_000_000)
            #expect(
                time.iso8601 == style.format(Date(timeIntervalSince1970: Double(seconds))))
            #expect(Timestamp(iso8601: time.iso8601) == time)
        }
    }
}
