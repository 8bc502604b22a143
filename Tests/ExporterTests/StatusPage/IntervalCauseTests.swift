import Domain
import ExchangeRate
import Freshness
import Testing

@testable import Exporter

struct IntervalCauseTests {
    private struct Poll {
        var base: String
        var failure: FailureReason?
    }

    private func cause(of base: String, _ polls: [Poll], stretch: Int = 1) -> IntervalCause? {
        let records = polls.enumerated().map { index, poll in
            PollRecord(
                base: StatusPage.code(poll.base),
                startedAt: StatusPage.present.timestamp + .seconds(index), duration: .zero,
                result: poll.failure.map { .failed($0) } ?? .good)
        }
        let bases = ["EUR", "USD"].map { name in
            var snapshot = StatusPage.usd
            snapshot.base = StatusPage.code(name)
            snapshot.recentPolls = records.filter { $0.base == snapshot.base }
            return snapshot
        }
        let snapshot = StatusPage.page(bases, account: AccountSnapshot(stretch: stretch)).snapshot
        return bases.first { $0.base.text == base }.flatMap { IntervalCause(of: $0, in: snapshot) }
    }

    private func polls(_ bases: [String], _ failures: FailureReason?...) -> [Poll] {
        failures.enumerated().map { Poll(base: bases[$0 % bases.count], failure: $1) }
    }

    @Test func `three rejections of the key in a row slow every base`() {
        let both = ["EUR", "USD"]
        let three = polls(both, .unauthorized, .unauthorized, .timeout, .unauthorized)
        #expect(cause(of: "EUR", three) == .rejections)
        #expect(cause(of: "USD", three) == .rejections)
        #expect(cause(of: "USD", polls(both, .unauthorized, .unauthorized)) == nil)
        let interrupted = polls(both, .unauthorized, nil, .unauthorized, nil, .unauthorized, nil)
        #expect(cause(of: "EUR", interrupted) == nil)
    }

    @Test func `three refusals in a row slow their base alone`() {
        let refused = polls(["EUR", "USD"], .forbidden, nil, .forbidden, nil, .forbidden, nil)
        #expect(cause(of: "EUR", refused) == .rejections)
        #expect(cause(of: "USD", refused) == nil)
    }

    @Test func `limit answers stretch intervals, and rejections say more`() {
        #expect(cause(of: "EUR", [], stretch: 2) == .limitAnswers)
        let refused = polls(["EUR"], .forbidden, .forbidden, .forbidden)
        #expect(cause(of: "EUR", refused, stretch: 2) == .rejections)
        #expect(cause(of: "USD", refused, stretch: 2) == .limitAnswers)
    }
}
