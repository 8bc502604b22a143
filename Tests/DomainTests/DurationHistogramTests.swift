import Domain
import Testing

@Suite struct DurationHistogramTests {
    @Test func `bounds rise`() {
        for (lower, upper) in zip(DurationHistogram.bounds, DurationHistogram.bounds.dropFirst()) {
            #expect(lower < upper)
        }
    }

    @Test func `an empty histogram has a count for each bound and one above`() {
        let histogram = DurationHistogram()
        #expect(histogram.counts == Array(repeating: 0, count: DurationHistogram.bounds.count + 1))
        #expect(histogram.count == 0)
        #expect(histogram.sum == .zero)
    }

    @Test(arguments: DurationHistogram.bounds.indices)
    func `a bound belongs to its own bucket, and what is above to the next`(_ index: Int) {
        var histogram = DurationHistogram()
        histogram.observe(DurationHistogram.bounds[index])
        histogram.observe(DurationHistogram.bounds[index] + .nanoseconds(1))
        #expect(histogram.counts[index] == 1)
        #expect(histogram.counts[index + 1] == 1)
        #expect(histogram.count == 2)
        #expect(histogram.sum == DurationHistogram.bounds[index] * 2 + .nanoseconds(1))
    }

    @Test(arguments: [(Duration.zero, 0), (.seconds(3600), DurationHistogram.bounds.count)])
    func `the ends take all that is beyond them`(_ duration: Duration, _ bucket: Int) {
        var histogram = DurationHistogram()
        histogram.observe(duration)
        #expect(histogram.counts[bucket] == 1)
    }
}
