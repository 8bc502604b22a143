import Domain
import Freshness
import Testing

@Suite struct SymbolSnapshotTests {
    @Test(arguments: [
        (ageAtArrival: Duration.zero, since: Duration.zero, age: Duration.zero),
        (.seconds(90), .zero, .seconds(90)),
        (.seconds(90), .milliseconds(250), .milliseconds(90_250)),
        (.zero, .nanoseconds(1), .nanoseconds(1)),
        // The snapshot is newer than the instant that a scrape has read already.
        (.seconds(90), .seconds(-1), .seconds(90)),
    ])
    func `the age is that at arrival and the time since`(
        _ ageAtArrival: Duration, _ since: Duration, _ age: Duration
    ) {
        let arrival = MonotonicInstant(nanosecondsSinceBoot: 5_000_000_000)
        let observation = SymbolSnapshot.Observation(
            rateText: "1", source: "live", observedAt: .epoch, stamp: "",
            ageAtArrival: ageAtArrival, arrivedAt: arrival)
        #expect(observation.age(at: arrival.advanced(by: since)) == age)
    }
}
