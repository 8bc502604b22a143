import Freshness
import Testing

@testable import APIModel

struct TimestampTextTests {
    @Test(arguments: [
        (0, "1970-01-01T00:00:00Z", "Thu, 01 Jan 1970 00:00:00 GMT"),
        (784_111_777, "1994-11-06T08:49:37Z", "Sun, 06 Nov 1994 08:49:37 GMT"),
        (1_781_618_531, "2026-06-16T14:02:11Z", "Tue, 16 Jun 2026 14:02:11 GMT"),
        (-1, "1969-12-31T23:59:59Z", "Wed, 31 Dec 1969 23:59:59 GMT"),
    ])
    func `a time is written as the API and as HTTP spell it`(
        seconds: Int64, iso: String, http: String
    ) throws {
        let time = try #require(Timestamp(seconds: seconds))
        #expect(time.wholeSecondText == iso)
        #expect(time.httpDate == http)
        #expect((time + .milliseconds(999)).wholeSecondText == iso)
    }

    @Test(arguments: [
        (125, 120), (120, 120), (119, 60), (-1, -60), (-60, -60), (-61, -120),
    ])
    func `a minute starts on its first second`(seconds: Int64, start: Int64) throws {
        let time = try #require(Timestamp(seconds: seconds)) + .milliseconds(7)
        #expect(time.startOfMinute == Timestamp(seconds: start))
    }
}
