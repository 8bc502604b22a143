import Alerting
import Delivery
import Domain
import ExchangeRate
import Freshness
import Polling
import TestKit
import Testing

@testable import Pipeline

/// What survives a restart, and what a start voids.
struct PipelineContinuationTests {
    let start = Moment(
        timestamp: .example, instant: MonotonicInstant(nanosecondsSinceBoot: 7_000_000_000_000))

    func settings(
        _ symbols: [CurrencyCode] = [.eur, .gbp], fingerprint: UInt32 = 1,
        alerting: AlertingSettings = .example("oncall")
    ) -> PipelineSettings {
        PipelineSettings(
            bases: [WatchedBase(base: .usd, symbols: symbols, interval: .seconds(300))],
            poll: PollSettings(), limits: .standard, alerting: alerting,
            fingerprint: fingerprint, isKeyless: true, loadedAt: .example)
    }

    func poll(
        _ state: inout PipelineState, at moment: Moment,
        _ answer: Result<Latest, ExchangeRateError>
    ) -> StateUpdate {
        _ = state.begin(.usd, now: moment)
        _ = state.send(.usd, now: moment)
        var (update, _) = state.ingest(
            PollOutcome(base: .usd, startedAt: moment, endedAt: moment, answer: answer), jitter: 0)
        _ = state.evaluate(now: moment, adding: &update, makeID: { "x" })
        return update
    }

    static func fail(_ reason: FailureReason, _ after: Int? = nil) -> Result<
        Latest, ExchangeRateError
    > {
        .failure(
            ExchangeRateError(
                reason: reason, message: "m", retryAfter: after.map { .after(.seconds($0)) }))
    }

    @Test func `the window of limit answers is stored with each answer`() {
        var state = PipelineState(settings: settings(), stored: StoredState(), now: start)
        let a = poll(&state, at: start, Self.fail(.rateLimited))
        let b = poll(&state, at: start.advanced(by: .seconds(600)), Self.fail(.rateLimited))
        #expect(a.alerting != nil)
        #expect(b.alerting?.answers == [.limit, .limit])
    }

    @Test func `another key voids the window of limit answers, also over a restart`() {
        var state = PipelineState(settings: settings(), stored: StoredState(), now: start)
        _ = poll(&state, at: start, Self.fail(.rateLimited))
        let next = PipelineState(
            settings: settings(fingerprint: 2), stored: state.stored, now: start)
        #expect(next.stored.alerting.answers == [])
    }

    @Test func `a symbol that never came is stored`() {
        var state = PipelineState(settings: settings(), stored: StoredState(), now: start)
        let a = poll(&state, at: start, .success(.example(["EUR": "0.92"], at: -60)))
        #expect(a.symbols.map(\.symbol.text) == ["EUR", "GBP"])
    }

    @Test func `what was never asked for is missed since the first start, over restarts`() {
        var settings = settings()
        settings.bases.append(
            WatchedBase(base: .jpy, symbols: [.eur, .gbp], interval: .seconds(300)))
        var state = PipelineState(settings: settings, stored: StoredState(), now: start)
        // The pace lets one leave, and the other waits for its turn.
        let update = state.begin(.usd, now: start)
        #expect(Set(update.bases.map(\.base)) == [.usd, .jpy])
        let stored = StoredState(
            account: update.account, bases: update.bases, symbols: update.symbols)
        let next = PipelineState(
            settings: settings, stored: stored, now: start.advanced(by: .seconds(1000)))
        #expect(
            next.watched[.jpy]?.symbols.map(\.dueAt)
                == [.example + .seconds(1200), .example + .seconds(1200)])
        #expect(next.staleWithoutSymbols(after: .jpy) == start.advanced(by: .seconds(1200)).instant)
        let second = state.begin(.jpy, now: start.advanced(by: .seconds(6)))
        #expect(second.bases.map(\.base) == [.jpy] && second.symbols.isEmpty)
    }

    @Test
    func `a base whose turn had not come is judged when another one's limit answer ends all turns`()
    {
        var settings = settings()
        settings.bases.append(
            WatchedBase(base: .jpy, symbols: [.eur], interval: .seconds(300)))
        var former = PipelineState(settings: settings, stored: StoredState(), now: start)
        for base in [CurrencyCode.usd, .jpy] {
            _ = former.begin(base, now: start)
            _ = former.send(base, now: start)
            _ = former.ingest(
                PollOutcome(
                    base: base, startedAt: start, endedAt: start,
                    answer: .success(.example(["EUR": "0.92", "GBP": "0.8"], at: 0))), jitter: 0)
        }
        let later = start.advanced(by: .seconds(4 * 3600))
        var state = PipelineState(settings: settings, stored: former.stored, now: later)
        #expect(state.unasked == [.usd, .jpy])
        _ = poll(&state, at: later, Self.fail(.rateLimited, 3600))
        let firing = state.snapshot(now: later, storage: StorageSnapshot()).alerts
            .filter { $0.key.name == .stale && $0.state?.phase == .firing }.map(\.key.base)
        #expect(Set(firing) == [.usd, .jpy])
    }

    @Test func `a base without symbols is judged when its first data is due`() {
        var state = PipelineState(settings: settings([]), stored: StoredState(), now: start)
        _ = poll(&state, at: start, Self.fail(.server))
        #expect(state.deadline(now: start) != nil)
    }

    @Test func `a start voids the wait after 403 also where the last end is unknown`() {
        var state = PipelineState(settings: settings(), stored: StoredState(), now: start)
        var t = start
        for _ in 0..<3 {
            _ = poll(&state, at: t, Self.fail(.forbidden))
            t = t.advanced(by: .seconds(7 * 3600))
        }
        _ = state.begin(.usd, now: t)
        let later = t.advanced(by: .seconds(5))
        let next = PipelineState(settings: settings(), stored: state.stored, now: later)
        guard case .wait(let until) = next.next(now: later) else { return }
        #expect(later.instant.duration(to: until) < .seconds(600))
    }

    @Test func `a Retry-After of any failure holds over a restart`() {
        var state = PipelineState(settings: settings(), stored: StoredState(), now: start)
        _ = poll(&state, at: start, Self.fail(.server, 250))
        let wait = state.next(now: start)
        let next = PipelineState(settings: settings(), stored: state.stored, now: start)
        #expect(next.next(now: start) == wait)
    }

    @Test func `a spent quota is tried once every max_backoff, and only rates open its gate`() {
        var state = PipelineState(settings: settings(), stored: StoredState(), now: start)
        _ = poll(&state, at: start, Self.fail(.quotaExceeded))
        let t = start.advanced(by: .seconds(6 * 3600))
        _ = poll(&state, at: t, Self.fail(.connect))
        guard case .wait(let until) = state.next(now: t) else { return }
        #expect(t.instant.duration(to: until) >= .seconds(6 * 3600))
        _ = poll(&state, at: t, Self.fail(.server))
        #expect(state.schedule.gateOpensAt(now: t) != nil)
    }
    @Test func `another failure between ends a row of 401s`() {
        var state = PipelineState(settings: settings(), stored: StoredState(), now: start)
        _ = poll(&state, at: start, Self.fail(.unauthorized))
        _ = poll(&state, at: start, Self.fail(.unauthorized))
        _ = poll(&state, at: start, Self.fail(.server))
        _ = poll(&state, at: start, Self.fail(.unauthorized))
        #expect(state.schedule.intervalInForce(of: .usd) == .seconds(300))
    }
    @Test func `the end of a quota's wait ends the stretch, also where a limit follows`() {
        var state = PipelineState(settings: settings(), stored: StoredState(), now: start)
        _ = poll(&state, at: start, Self.fail(.quotaExceeded))
        let t = start.advanced(by: .seconds(40 * 86400))
        _ = poll(&state, at: t, Self.fail(.rateLimited))
        #expect(state.schedule.stretchFactor == 2)
    }

    @Test func `a start after a long stop pages only once the API was asked`() {
        var former = PipelineState(settings: settings(), stored: StoredState(), now: start)
        _ = poll(&former, at: start, .success(.example(["EUR": "0.9", "GBP": "0.8"], at: 0)))
        let later = start.advanced(by: .seconds(7200))
        func fires(_ state: PipelineState) -> Bool {
            state.snapshot(now: later, storage: StorageSnapshot()).alerts
                .contains { $0.state?.phase == .firing }
        }

        var healthy = PipelineState(settings: settings(), stored: former.stored, now: later)
        var update = StateUpdate()
        _ = healthy.evaluate(now: later, adding: &update, makeID: { "x" })
        #expect(!fires(healthy))
        _ = poll(&healthy, at: later, .success(.example(["EUR": "0.9", "GBP": "0.8"], at: 7200)))
        #expect(!fires(healthy))

        var dead = PipelineState(settings: settings(), stored: former.stored, now: later)
        _ = poll(&dead, at: later, Self.fail(.connect))
        #expect(fires(dead))
    }

    @Test(arguments: [(FailureReason.connect, false), (.server, true)])
    func `a request that a sleep cut off is no evidence, an answer that came is`(
        reason: FailureReason, isEvidence: Bool
    ) {
        var state = PipelineState(settings: settings(), stored: StoredState(), now: start)
        _ = poll(&state, at: start, .success(.example(["EUR": "0.9", "GBP": "0.8"], at: 0)))
        let sent = start.advanced(by: .seconds(600))
        #expect(state.next(now: sent) == .poll(.usd))
        _ = state.begin(.usd, now: sent)
        _ = state.send(.usd, now: sent)
        let later = sent.advanced(by: .seconds(7200))
        state.noteSleep(now: later)
        _ = state.ingest(
            PollOutcome(
                base: .usd, startedAt: sent, endedAt: later, answer: Self.fail(reason)), jitter: 0)
        var update = StateUpdate()
        _ = state.evaluate(now: later, adding: &update, makeID: { "x" })
        let alerts = state.snapshot(now: later, storage: StorageSnapshot()).alerts
        #expect(
            alerts.contains { $0.key.name == .stale && $0.state?.phase == .firing } == isEvidence)
    }

    @Test func `a start that must not ask yet judges what is there at once`() {
        var former = PipelineState(settings: settings(), stored: StoredState(), now: start)
        _ = poll(&former, at: start, .success(.example(["EUR": "0.9", "GBP": "0.8"], at: 0)))
        let limited = start.advanced(by: .seconds(300))
        _ = poll(&former, at: limited, Self.fail(.rateLimited, 7200))
        let later = start.advanced(by: .seconds(3600))
        var state = PipelineState(settings: settings(), stored: former.stored, now: later)
        var update = StateUpdate()
        _ = state.evaluate(now: later, adding: &update, makeID: { "x" })
        let alerts = state.snapshot(now: later, storage: StorageSnapshot()).alerts
        #expect(alerts.contains { $0.key.name == .stale && $0.state?.phase == .firing })
    }
}
