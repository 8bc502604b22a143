import Freshness
import Testing

@testable import Exporter

@Suite struct UTCTextTests {
    @Test(arguments: [
        (Int64(1_781_618_520), "Tue 2026-06-16 14:02:00 UTC"), (0, "Thu 1970-01-01 00:00:00 UTC"),
        (-1, "Wed 1969-12-31 23:59:59 UTC"), (-86_400, "Wed 1969-12-31 00:00:00 UTC"),
        (-86_401, "Tue 1969-12-30 23:59:59 UTC"), (951_782_399, "Mon 2000-02-28 23:59:59 UTC"),
        (951_782_400, "Tue 2000-02-29 00:00:00 UTC"),
        (1_798_761_599, "Thu 2026-12-31 23:59:59 UTC"),
        (9_223_372_036, "Fri 2262-04-11 23:47:16 UTC"),
    ])
    func `a time has its weekday, day and time`(_ seconds: Int64, _ text: String) throws {
        #expect(UTCText.dayAndTime(try #require(Timestamp(seconds: seconds))) == text)
    }

    @Test func `the fraction of a second is left out`() {
        let timestamp = Timestamp(nanosecondsSinceEpoch: 1_781_618_520_999_999_999)
        #expect(UTCText.dayAndTime(timestamp) == "Tue 2026-06-16 14:02:00 UTC")
        #expect(UTCText.time(timestamp) == "14:02:00 UTC")
        #expect(UTCText.machine(timestamp) == "2026-06-16T14:02:00Z")
    }
}
