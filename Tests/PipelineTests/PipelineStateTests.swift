import Domain
import ExchangeRate
import Foundation
import Freshness
import Polling
import TestKit
import Testing

@testable import Pipeline

struct PipelineStateTests {
    let start = Moment(
        timestamp: .example, instant: MonotonicInstant(nanosecondsSinceBoot: 7_000_000_000_000))

    private func settings(
        _ symbols: [CurrencyCode] = [.eur, .gbp], loadedAt: Timestamp = .example
    ) -> PipelineSettings {
        PipelineSettings(
            bases: [WatchedBase(base: .usd, symbols: symbols, interval: .seconds(300))],
            poll: PollSettings(), limits: .standard, alerting: .example(), fingerprint: 1,
            isKeyless: true,
            loadedAt: loadedAt)
    }

    private func poll(
        _ state: inout PipelineState, at moment: Moment,
        _ answer: Result<Latest, ExchangeRateError>
    ) -> (update: StateUpdate, events: [PipelineEvent]) {
        _ = state.begin(.usd, now: moment)
        _ = state.send(.usd, now: moment)
        return state.ingest(
            PollOutcome(base: .usd, startedAt: moment, endedAt: moment, answer: answer), jitter: 0)
    }

    private func snapshot(_ state: PipelineState, at moment: Moment) -> Snapshot {
        state.snapshot(now: moment, storage: StorageSnapshot())
    }

    @Test func `an attempt is written with the count of the month before anything is sent`() {
        var state = PipelineState(settings: settings(), stored: StoredState(), now: start)
        let update = state.begin(.usd, now: start)
        #expect(update.account?.monthRequests == 1)
        #expect(update.bases.map(\.lastAttemptAt) == [start.timestamp])
        #expect(snapshot(state, at: start).bases[0].counters.polls == 0)
        let leaves = state.send(.usd, now: start)
        #expect(leaves)
        #expect(snapshot(state, at: start).bases[0].counters.polls == 1)
    }

    @Test(arguments: [0, 20, 40, 59])
    func `a stretched interval leaves data fresh, however old it came`(age: Int) {
        var settings = settings([.eur])
        settings.bases[0].interval = .seconds(10)
        settings.poll.minInterval = .seconds(10)
        settings.limits.live = .seconds(120)
        var state = PipelineState(settings: settings, stored: StoredState(), now: start)
        let limit = ExchangeRateError(reason: .rateLimited, status: 429, message: "too much")
        var now = start
        for _ in 0..<4 {
            _ = poll(&state, at: now, .failure(limit))
            now = now.advanced(by: .seconds(400))
        }
        let seconds = Int((now.timestamp - start.timestamp) / .seconds(1)) - age
        _ = poll(&state, at: now, .success(.example(["EUR": "0.92"], at: seconds)))
        #expect(state.schedule.stretchFactor == 16)
        guard case .wait(let next) = state.next(now: now) else {
            Issue.record("it polls again at once")
            return
        }
        let staleFrom = snapshot(state, at: now).bases[0].symbols[0].staleAfter
        // One more limit answer and its wait of up to 22 s find room.
        #expect(next.advanced(by: .seconds(22)) < staleFrom)
        #expect(now.instant.duration(to: next) > .seconds(20))
    }

    @Test func `a good answer is ready to show, a failure keeps what was there`() {
        var state = PipelineState(settings: settings(), stored: StoredState(), now: start)
        #expect(!snapshot(state, at: start).isReady)
        _ = poll(&state, at: start, .success(.example(["EUR": "0.92", "GBP": "0.79"], at: -60)))
        let later = start.advanced(by: .seconds(300))
        let failure = ExchangeRateError(reason: .server, status: 503, message: "down")
        let (update, events) = poll(&state, at: later, .failure(failure))
        let shown = snapshot(state, at: later)
        #expect(shown.isReady)
        #expect(shown.bases[0].symbols.map(\.observation?.rateText) == ["0.92", "0.79"])
        #expect(shown.bases[0].symbols[0].observation?.age(at: later.instant) == .seconds(360))
        #expect(shown.bases[0].counters.errors == [.server: 1])
        #expect(shown.bases[0].lastErrorMessage == "server: down")
        #expect(update.polls.map(\.result) == [.failed(.server)])
        #expect(events.count == 1)
    }

    @Test func `rates of an answer without any good one are counted by reason as well`() {
        var state = PipelineState(settings: settings(), stored: StoredState(), now: start)
        let failure = ExchangeRateError(
            reason: .decode, status: 200, message: "no rate can be used",
            rejected: ["EUR": .badTimestamp, "GBP": .badTimestamp])
        _ = poll(&state, at: start, .failure(failure))
        #expect(snapshot(state, at: start).bases[0].counters.rejected == [.badTimestamp: 2])
    }

    @Test func `data is stale once its limit and the interval have passed, and not before`() {
        var state = PipelineState(settings: settings(), stored: StoredState(), now: start)
        _ = poll(&state, at: start, .success(.example(["EUR": "0.92", "GBP": "0.79"], at: 0)))
        let base = snapshot(state, at: start).bases[0]
        // 15 min of `live` and 5 min between polls.
        let due = start.instant.advanced(by: .seconds(1200))
        #expect(base.symbols[0].dueAt == start.timestamp + .seconds(1200))
        #expect(!base.isStale(at: due))
        #expect(base.isStale(at: due.advanced(by: .nanoseconds(1))))
    }

    @Test(arguments: [
        ("live", "open", 1200), ("live", "weekend", 1200),
        ("live", nil, 1200),
        // From Tuesday 16:00 in Frankfurt to Wednesday 16:00 and the grace.
        ("ecb_daily", "open", 42 * 3600 + 300),
        ("fred_daily", nil, 13 * 86400 + 300), ("never_heard_of", nil, 26 * 3600 + 300),
    ])
    func `each class has its limit`(source: String, session: String?, limit: Int) {
        var state = PipelineState(settings: settings(), stored: StoredState(), now: start)
        _ = poll(
            &state, at: start,
            .success(.example(["EUR": "0.92"], at: 0, source: source, session: session)))
        #expect(
            snapshot(state, at: start).bases[0].symbols[0].dueAt
                == start.timestamp + .seconds(limit))
    }

    @Test func `data ahead of the clock has age zero and is due from its arrival`() {
        var state = PipelineState(settings: settings(), stored: StoredState(), now: start)
        _ = poll(&state, at: start, .success(.example(["EUR": "0.92"], at: 200)))
        let symbol = snapshot(state, at: start).bases[0].symbols[0]
        #expect(symbol.observation?.age(at: start.instant) == .zero)
        #expect(symbol.dueAt == start.timestamp + .seconds(1200))
    }

    @Test func `a base without any data is stale when its first data should be`() {
        let state = PipelineState(settings: settings([]), stored: StoredState(), now: start)
        let base = snapshot(state, at: start).bases[0]
        #expect(!base.isStale(at: start.instant.advanced(by: .seconds(1200))))
        #expect(base.isStale(at: start.instant.advanced(by: .seconds(1201))))
    }

    @Test func `a restart goes on with ages, records and the schedule`() {
        var state = PipelineState(settings: settings(), stored: StoredState(), now: start)
        _ = poll(&state, at: start, .success(.example(["EUR": "0.92", "GBP": "0.79"], at: -60)))
        let stored = state.stored
        // Another boot: the monotonic clock begins anew.
        let restart = Moment(
            timestamp: start.timestamp + .seconds(100),
            instant: MonotonicInstant(nanosecondsSinceBoot: 5_000_000_000))
        let next = PipelineState(settings: settings(), stored: stored, now: restart)
        let shown = snapshot(next, at: restart)
        #expect(next.stored == stored)
        #expect(shown.isReady)
        #expect(shown.bases[0].symbols[0].observation?.age(at: restart.instant) == .seconds(160))
        #expect(shown.bases[0].lastResult == .good)
        #expect(shown.bases[0].counters.polls == 0)
        #expect(
            next.next(now: restart) == .wait(until: restart.instant.advanced(by: .seconds(200))))
    }

    @Test func `limit answers close and open the gate with one word each`() {
        var state = PipelineState(settings: settings(), stored: StoredState(), now: start)
        let limited = ExchangeRateError(
            reason: .rateLimited, status: 429, message: "slow down",
            retryAfter: .after(.seconds(500)))
        let (_, closing) = poll(&state, at: start, .failure(limited))
        #expect(
            closing.contains {
                if case .gateClosed(by: .usd, let until, isQuota: false) = $0 {
                    return until == start.timestamp + .seconds(500)
                }
                return false
            })
        #expect(
            snapshot(state, at: start).account.backoffUntil == start.timestamp + .seconds(500))
        let later = start.advanced(by: .seconds(500))
        let (_, opening) = poll(
            &state, at: later, .success(.example(["EUR": "0.92", "GBP": "0.79"], at: 400)))
        #expect(
            opening.contains {
                if case .gateOpened = $0 { return true }
                return false
            })
        #expect(snapshot(state, at: later).account.backoffUntil == nil)
    }

    @Test(arguments: [nil, "access_denied", "forbidden"])
    func `the key counts as rejected by the API's code, not by any 403`(code: String?) {
        var state = PipelineState(settings: settings(), stored: StoredState(), now: start)
        let error = ExchangeRateError(
            reason: .forbidden, status: 403, code: code, message: "refused")
        var (update, _) = poll(&state, at: start, .failure(error))
        _ = state.evaluate(now: start, adding: &update) { "id" }
        let alert = snapshot(state, at: start).alerts.first { $0.key.name == .keyRejected }
        #expect((alert?.state != nil) == (code == "forbidden"))
    }

    @Test func `only the newest sixty polls are kept`() {
        var state = PipelineState(settings: settings(), stored: StoredState(), now: start)
        for number in 0..<70 {
            _ = poll(
                &state, at: start.advanced(by: .seconds(300 * number)),
                .success(.example(["EUR": "0.92"], at: 300 * number)))
        }
        #expect(state.stored.polls.count == 60)
        #expect(state.stored.polls.first?.startedAt == start.timestamp + .seconds(3000))
    }

    @Test func `what the storage held is merged before the first whole write`() {
        var former = PipelineState(settings: settings(), stored: StoredState(), now: start)
        _ = poll(&former, at: start, .success(.example(["EUR": "0.92", "GBP": "0.79"], at: -60)))
        let later = start.advanced(by: .seconds(300))
        var state = PipelineState(settings: settings(), stored: StoredState(), now: later)
        _ = poll(&state, at: later, .success(.example(["EUR": "0.95"], at: 250)))
        _ = state.merge(former.stored, now: later)
        let shown = snapshot(state, at: later).bases[0]
        #expect(shown.symbols.map(\.observation?.rateText) == ["0.95", "0.79"])
        #expect(shown.recentPolls.map(\.startedAt) == [start.timestamp, later.timestamp])
    }
}
