import Freshness
import Testing

@testable import Delivery

struct RetryPlanTests {
    @Test(arguments: zip([1, 2, 3, 4, 5, 6, 7, 8, 1000], [1, 5, 15, 60, 120, 240, 300, 300, 300]))
    func `quick tries come ever later, a fifth sooner or later`(failures: Int, seconds: Double) {
        func wait(_ jitter: Double) -> Double? {
            RetryPlan.wait(afterFailures: failures, lane: .quick, jitter: jitter)?.inSeconds
        }
        #expect(wait(0.5) == seconds)
        #expect(abs((wait(0) ?? 0) - seconds * 0.8) < 1e-6)
        #expect(abs((wait(1) ?? 0) - seconds * 1.2) < 1e-6)
    }

    @Test func `slow tries come every quarter of an hour`() {
        for failures in [1, 2, 100] {
            #expect(
                RetryPlan.wait(afterFailures: failures, lane: .slow, jitter: 1)
                    == .seconds(15 * 60))
        }
    }

    @Test func `a receiver that is gone is not tried`() {
        #expect(RetryPlan.wait(afterFailures: 1, lane: .stopped, jitter: 0) == nil)
    }
}
