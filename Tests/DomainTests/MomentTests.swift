import Domain
import Freshness
import Testing

@Suite struct MomentTests {
    static let moment = Moment(
        timestamp: Timestamp(nanosecondsSinceEpoch: 1_000_000_000_000),
        instant: MonotonicInstant(nanosecondsSinceBoot: 7_000_000_000))

    /// Farther than 64 bits of nanoseconds reach.
    static let age = Duration.seconds(300 * 366 * 86400)

    @Test func `both clocks advance together`() {
        let later = Self.moment.advanced(by: .milliseconds(1500))
        #expect(later.timestamp.nanosecondsSinceEpoch == 1_001_500_000_000)
        #expect(later.instant.nanosecondsSinceBoot == 8_500_000_000)
        #expect(later.advanced(by: .milliseconds(-1500)) == Self.moment)
    }

    @Test func `both clocks stop at the ends of their ranges`() {
        let last = Self.moment.advanced(by: Self.age)
        #expect(last.timestamp.nanosecondsSinceEpoch == .max)
        #expect(last.instant.nanosecondsSinceBoot == .max)
        let first = Self.moment.advanced(by: .zero - Self.age)
        #expect(first.timestamp.nanosecondsSinceEpoch == .min)
        #expect(first.instant.nanosecondsSinceBoot == .min)
    }

    @Test(arguments: [Int64.min, -1, 0, 6_999_999_999, 7_000_000_000, .max])
    func `an instant has a time on the wall clock, wherever it lies`(_ nanoseconds: Int64) {
        let instant = MonotonicInstant(nanosecondsSinceBoot: nanoseconds)
        let timestamp = Self.moment.timestamp(at: instant)
        let (sum, overflows) = nanoseconds.addingReportingOverflow(993_000_000_000)
        #expect(timestamp.nanosecondsSinceEpoch == (overflows ? .max : sum))
    }

    @Test(arguments: [Int64.min, -1, 0, 1_000_000_000_000, .max])
    func `a time on the wall clock has an instant, wherever it lies`(_ nanoseconds: Int64) {
        let instant = Self.moment.instant(at: Timestamp(nanosecondsSinceEpoch: nanoseconds))
        let (sum, overflows) = nanoseconds.addingReportingOverflow(-993_000_000_000)
        #expect(instant.nanosecondsSinceBoot == (overflows ? .min : sum))
    }

    @Test(arguments: [
        (0, 0), (1000, 0), (-1000, 0), (1001, 1), (-1001, -1), (7_200_300, 7200),
        (-7_200_300, -7200), (-86_399_600, -86400),
    ])
    func `a time is told anew by a clock that was set since, in whole seconds`(
        milliseconds: Int, seconds: Int
    ) {
        var now = Self.moment.advanced(by: .seconds(90))
        now.timestamp = now.timestamp + .milliseconds(milliseconds)
        #expect(
            Self.moment.timestamp(by: now) == Self.moment.timestamp + .seconds(seconds))
    }

    @Test func `the distance from end to end is exact`() {
        let first = MonotonicInstant(nanosecondsSinceBoot: .min)
        let last = MonotonicInstant(nanosecondsSinceBoot: .max)
        #expect(first.duration(to: last) == .nanoseconds(Int64.max) - .nanoseconds(Int64.min))
        #expect(last.duration(to: first) == .zero - first.duration(to: last))
    }

    @Test(arguments: [
        (Int64.min, -9_223_372_037, 145_224_192), (-1, -1, 999_999_999), (0, 0, 0),
        (1_500_000_000, 1, 500_000_000), (Int64.max, 9_223_372_036, 854_775_807),
    ])
    func `a time has whole seconds and the rest of one, wherever it lies`(
        _ nanoseconds: Int64, _ seconds: Int64, _ rest: Int64
    ) {
        let timestamp = Timestamp(nanosecondsSinceEpoch: nanoseconds)
        #expect(timestamp.wholeSeconds == seconds)
        #expect(timestamp.nanosecondsOfSecond == rest)
    }
}
