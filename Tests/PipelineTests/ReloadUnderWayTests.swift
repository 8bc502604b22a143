import Alerting
import Domain
import ExchangeRate
import Freshness
import Polling
import Testing

@testable import Pipeline

/// Reloads that take a base out, or bring it back, while its request is under way.
struct ReloadUnderWayTests {
    let start = Moment(
        timestamp: .example, instant: MonotonicInstant(nanosecondsSinceBoot: 7_000_000_000_000))

    private static func settings(_ bases: CurrencyCode...) -> PipelineSettings {
        PipelineSettings(
            bases: bases.map {
                WatchedBase(
                    base: $0, symbols: [$0 == .usd ? .eur : .usd], interval: .seconds(300))
            },
            poll: PollSettings(), limits: .standard, alerting: .example(), fingerprint: 1,
            isKeyless: true, loadedAt: .example)
    }

    /// A pipeline that asked for USD, and from which USD was taken out before the answer.
    private func stateWithoutUSD() -> PipelineState {
        var state = PipelineState(
            settings: Self.settings(.eur, .usd), stored: StoredState(), now: start)
        _ = state.begin(.usd, now: start)
        _ = state.send(.usd, now: start)
        _ = state.reconfigure(Self.settings(.eur), now: start)
        return state
    }

    private func outcome(
        _ answer: Result<Latest, ExchangeRateError>, after seconds: Int
    ) -> PollOutcome {
        PollOutcome(
            base: .usd, startedAt: start, endedAt: start.advanced(by: .seconds(seconds)),
            answer: answer)
    }

    @Test func `a base that comes back is asked again, though its answer came while it was gone`() {
        var state = stateWithoutUSD()
        _ = state.ingest(outcome(.success(.example(["EUR": "0.9"], at: 1)), after: 2), jitter: 0)
        let later = start.advanced(by: .seconds(600))
        _ = state.reconfigure(Self.settings(.usd), now: later)
        #expect(state.next(now: later) == .poll(.usd))
        // What came meanwhile is known, or it would be missing until then.
        #expect(state.stored.symbols.first?.reading != nil)
    }

    @Test func `a base that is taken out before its request leaves holds up nobody`() {
        var state = PipelineState(
            settings: Self.settings(.eur, .usd), stored: StoredState(), now: start)
        _ = state.begin(.usd, now: start)
        _ = state.reconfigure(Self.settings(.eur), now: start)
        let isSent = state.send(.usd, now: start)
        #expect(!isSent)
        #expect(state.schedule.monthRequests(now: start) == 0)
        _ = state.reconfigure(Self.settings(.eur, .usd), now: start)
        #expect(state.next(now: start) == .poll(.eur))
        _ = state.begin(.eur, now: start)
        _ = state.send(.eur, now: start)
        #expect(state.next(now: start.advanced(by: .seconds(6))) == .poll(.usd))
    }

    @Test func `a limit answer closes the gate, though its base is gone`() {
        var state = stateWithoutUSD()
        let limit = ExchangeRateError(
            reason: .rateLimited, message: "m", retryAfter: .after(.seconds(900)))
        let (update, _) = state.ingest(outcome(.failure(limit), after: 2), jitter: 0)
        let answered = start.advanced(by: .seconds(2))
        #expect(update.account?.gate != nil)
        #expect(update.bases.isEmpty)
        #expect(state.stored.alerting.answers == [.limit])
        #expect(
            state.next(now: answered) == .wait(until: answered.advanced(by: .seconds(900)).instant))
    }
}
