import Freshness
import Testing

struct TimestampEpochNumberTests {
    @Test(arguments: [
        (Int64(1_781_618_561), Int64(0), Int64(1_781_618_561_000_000_000)),
        (1_781_618_561, 500_000_000, 1_781_618_561_500_000_000),
        (1_781_618_561_250, 0, 1_781_618_561_250_000_000),
        (1_781_618_561_250, 500_000_000, 1_781_618_561_250_500_000),
        (1_000_000_000, 0, 1_000_000_000_000_000_000),
        (1_000_000_000_000, 0, 1_000_000_000_000_000_000),
    ])
    func `seconds and milliseconds are told apart`(
        whole: Int64, billionths: Int64, nanoseconds: Int64
    ) {
        #expect(
            Timestamp(epochNumber: whole, billionths: billionths)?.nanosecondsSinceEpoch
                == nanoseconds)
    }

    @Test(arguments: [
        Int64.min, -1_781_618_561, -1, 0, 60, 999_999_999, 99_999_999_999, 100_000_000_000,
        999_999_999_999, 99_999_999_999_999, 1_781_618_561_000_000, Int64.max,
    ])
    func `what is no time of a rate is refused`(whole: Int64) {
        #expect(Timestamp(epochNumber: whole) == nil)
    }
}
