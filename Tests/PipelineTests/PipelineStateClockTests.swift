import Domain
import ExchangeRate
import Freshness
import Polling
import TestKit
import Testing

@testable import Pipeline

struct PipelineStateClockTests {
    private let start = Moment(
        timestamp: .example, instant: MonotonicInstant(nanosecondsSinceBoot: 7_000_000_000_000))

    private func state() -> PipelineState {
        PipelineState(
            settings: PipelineSettings(
                bases: [.usd, .jpy].map {
                    WatchedBase(base: $0, symbols: [.eur], interval: .seconds(300))
                },
                poll: PollSettings(), limits: .standard, alerting: .example(), fingerprint: 1,
                isKeyless: true, loadedAt: .example), stored: StoredState(), now: start)
    }

    /// Takes in an answer that came at a second and tells another as the server's.
    private func poll(
        _ state: inout PipelineState, at second: Int, server: Int?, isGood: Bool = true,
        took: Int = 0
    ) -> [String] {
        let startedAt = start.advanced(by: .seconds(second - took))
        let endedAt = start.advanced(by: .seconds(second))
        let serverTime = server.map { Timestamp.example + .seconds($0) }
        var latest = Latest.example(["EUR": "0.92"], at: server ?? second)
        latest.serverTime = serverTime
        let error = ExchangeRateError(reason: .server, message: "no", serverTime: serverTime)
        _ = state.begin(.usd, now: startedAt)
        let outcome = PollOutcome(
            base: .usd, startedAt: startedAt, endedAt: endedAt,
            answer: isGood ? .success(latest) : .failure(error))
        return state.ingest(outcome, jitter: 0).events.compactMap { event in
            switch event {
            case .clockIsWrong(let offset): "\(offset.components.seconds)"
            case .clockIsRight: "right"
            default: nil
            }
        }
    }

    private func offset(_ state: PipelineState) -> Duration? {
        let bases = state.snapshot(now: start, storage: StorageSnapshot()).bases
        #expect(Set(bases.map(\.clockOffset)).count == 1)
        return bases.first?.clockOffset
    }

    @Test(arguments: [true, false])
    func `a clock that is wrong is told of when it begins and when it ends`(isGood: Bool) {
        for side in [1, -1] {
            var state = state()
            #expect(poll(&state, at: 0, server: 0, isGood: isGood).isEmpty)
            #expect(offset(state) == nil)
            #expect(
                poll(&state, at: 300, server: 300 - side * 7200, isGood: isGood)
                    == ["\(side * 7200)"])
            #expect(offset(state) == .seconds(side * 7200))
            #expect(poll(&state, at: 600, server: 598 - side * 7200, isGood: isGood).isEmpty)
            #expect(offset(state) == .seconds(side * 7200))
            #expect(poll(&state, at: 900, server: 900 - side * 9000, isGood: isGood).isEmpty)
            #expect(offset(state) == .seconds(side * 9000))
            #expect(poll(&state, at: 1200, server: nil, isGood: isGood).isEmpty)
            #expect(offset(state) == .seconds(side * 9000))
            #expect(poll(&state, at: 1500, server: 1500, isGood: isGood) == ["right"])
            #expect(offset(state) == nil)
        }
    }

    @Test func `from one side to the other is told anew`() {
        var state = state()
        #expect(poll(&state, at: 0, server: -7200) == ["7200"])
        #expect(poll(&state, at: 300, server: 7500) == ["-7200"])
    }

    @Test(arguments: [300, -300])
    func `five minutes are no difference, and more are`(offset: Int) {
        var state = state()
        #expect(poll(&state, at: 0, server: -offset).isEmpty)
        #expect(poll(&state, at: 0, server: -offset - offset.signum()).count == 1)
    }

    @Test func `a wall clock that is set back while the gate is closed tells of no limit`() {
        var state = state()
        let good = Latest.example(["EUR": "0.9"], at: 0)
        func ask(_ answer: Result<Latest, ExchangeRateError>, at moment: Moment) -> [PipelineEvent]
        {
            _ = state.begin(.usd, now: moment)
            _ = state.send(.usd, now: moment)
            var (update, _) = state.ingest(
                PollOutcome(base: .usd, startedAt: moment, endedAt: moment, answer: answer),
                jitter: 0)
            return state.evaluate(now: moment, adding: &update, makeID: { "x" })
        }
        _ = ask(.success(good), at: start)
        let asked = start.advanced(by: .seconds(300))
        _ = ask(
            .failure(
                ExchangeRateError(
                    reason: .rateLimited, message: "m", retryAfter: .after(.seconds(200)))),
            at: asked)
        var set = asked.advanced(by: .seconds(1))
        set.timestamp = set.timestamp - .seconds(3600)
        var update = StateUpdate()
        let events = state.evaluate(now: set, adding: &update, makeID: { "x" })
        #expect(events.isEmpty)
        // Pages tell the end of the wait as the clock will show it.
        let until = state.snapshot(now: set, storage: StorageSnapshot()).account.backoffUntil
        #expect(until == set.timestamp + .seconds(199))
        // Clocks tremble against each other; a text that did too would be stored each time.
        var later = set.advanced(by: .seconds(1))
        later.timestamp = later.timestamp + .microseconds(3)
        #expect(
            state.snapshot(now: later, storage: StorageSnapshot()).account.backoffUntil == until)
        #expect(state.schedule.gateOpensAt(now: later)?.timestamp == until)
    }

    @Test func `an answer that the machine slept through tells no wrong clock`() {
        var state = state()
        #expect(poll(&state, at: 3600, server: 1, took: 3600).isEmpty)
        #expect(poll(&state, at: 7200, server: 3000, took: 3600) == ["600"])
    }
}
