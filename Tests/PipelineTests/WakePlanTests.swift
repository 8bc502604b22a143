import Domain
import Freshness
import Polling
import TestKit
import Testing

@testable import Pipeline

struct WakePlanTests {
    private let start = Moment(
        timestamp: .example, instant: MonotonicInstant(nanosecondsSinceBoot: 7_000_000_000_000))

    private var state: PipelineState {
        PipelineState(
            settings: PipelineSettings(
                bases: [WatchedBase(base: .usd, symbols: [.eur], interval: .seconds(300))],
                poll: PollSettings(), limits: .standard, alerting: .example(), fingerprint: 1,
                isKeyless: true, loadedAt: .example), stored: StoredState(), now: start)
    }

    private func after(_ seconds: Int) -> Moment { start.advanced(by: .seconds(seconds)) }

    /// A state whose only base was asked and, unless no answer came, answered with fresh data.
    private func asked(isAnswered: Bool) -> PipelineState {
        var state = state
        _ = state.begin(.usd, now: start)
        _ = state.send(.usd, now: start)
        guard isAnswered else { return state }
        _ = state.ingest(
            PollOutcome(
                base: .usd, startedAt: start, endedAt: start,
                answer: .success(.example(["EUR": "0.92"], at: 0))), jitter: 0)
        var update = StateUpdate()
        _ = state.evaluate(now: start, adding: &update) { "id" }
        return state
    }

    @Test func `a base that may be asked is asked at once`() {
        let plan = state.wakePlan(now: start)
        #expect(plan.poll == .usd)
        #expect(plan.wakeTime == start.instant)
    }

    @Test func `until the next poll it sleeps, or until something else is due before`() {
        let state = asked(isAnswered: true)
        let plan = state.wakePlan(now: start)
        #expect(plan.poll == nil)
        #expect(plan.wakeTime == after(300).instant)
        #expect(!plan.isEvaluationDue(now: after(300)))
        let early = state.wakePlan(beside: [after(9).instant, nil, after(7).instant], now: start)
        #expect(early.wakeTime == after(7).instant)
        #expect(!early.isEvaluationDue(now: after(6)))
        #expect(early.isEvaluationDue(now: after(7)))
        let late = state.wakePlan(beside: [after(301).instant], now: start)
        #expect(late.wakeTime == after(300).instant)
    }

    @Test func `where only an answer can bring something, it sleeps until the present is judged`() {
        let state = asked(isAnswered: false)
        let deadline = state.deadline(now: start)
        #expect(state.wakePlan(now: start).poll == nil)
        #expect(state.wakePlan(now: start).wakeTime == deadline)
        #expect(state.wakePlan(beside: [after(1).instant], now: start).wakeTime == after(1).instant)
    }

    @Test(arguments: [(-1, false), (0, false), (29, false), (30, false), (31, true)])
    func `who goes on more than half a minute late has slept`(late: Int, isOverslept: Bool) {
        let plan = asked(isAnswered: true).wakePlan(beside: [after(7).instant], now: start)
        #expect(plan.isOverslept(now: after(7 + late)) == isOverslept)
    }

    @Test func `who waits for something to come cannot oversleep`() {
        let plan = WakePlan(poll: nil, wakeTime: nil, deadline: nil)
        #expect(!plan.isOverslept(now: after(86_400)))
        #expect(!plan.isEvaluationDue(now: after(86_400)))
    }
}
