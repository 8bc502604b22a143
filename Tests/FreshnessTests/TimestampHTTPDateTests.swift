import Freshness
import Testing

struct TimestampHTTPDateTests {
    @Test(arguments: [
        "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
        "Sun Nov  6 08:49:37 1994", "sun, 06 nov 1994 08:49:37 gmt",
        "Tue, 06 Nov 1994 08:49:37 GMT",
    ])
    func `the three forms of RFC 9110 are one instant`(text: String) {
        #expect(Timestamp(httpDate: text)?.iso8601 == "1994-11-06T08:49:37Z")
    }

    @Test(arguments: [
        ("Sunday, 06-Nov-70 08:49:37 GMT", "1970-11-06T08:49:37Z"),
        ("Sunday, 06-Nov-26 08:49:37 GMT", "2026-11-06T08:49:37Z"),
        ("Sunday, 06-Nov-69 08:49:37 GMT", "2069-11-06T08:49:37Z"),
        ("Mon Nov 16 08:49:37 2026", "2026-11-16T08:49:37Z"),
        ("Sat, 31 Dec 2016 23:59:60 GMT", "2017-01-01T00:00:00Z"),
    ])
    func `years of two digits, days of two and leap seconds are read`(
        text: String, expected: String
    ) {
        #expect(Timestamp(httpDate: text)?.iso8601 == expected)
    }

    @Test(arguments: [
        "", "Sun", "Sun,", "06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37",
        "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 06 Nov 1994 08:49:37 +0000",
        "Sun, 30 Feb 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:49:37 GMT",
        "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 06 Foo 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 08:49:37 GMT ", "Sun Nov 6 08:49:37 1994",
        "Foo, 06 Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 9999 08:49:37 GMT", "1994-11-06T08:49:37Z", "784111777",
        "Sunday, 06-Nov-1994 08:49:37 GMT",
    ])
    func `what is no date of HTTP is refused`(text: String) {
        #expect(Timestamp(httpDate: text) == nil)
    }
}
