import Alerting
import Domain
import ExchangeRate
import Freshness
import Polling

@testable import Pipeline

/// A pipeline on a clock of its own, which notes what becomes of alerts.
///
/// It polls when it is due and judges when it should, so that a year takes seconds.
struct PipelineTimeline {
    /// What the API says at a time.
    typealias Feed = (Timestamp) async -> Result<Latest, ExchangeRateError>
    /// What the API says of a base at a time.
    typealias Answers = (WatchedBase, Timestamp) async -> Result<Latest, ExchangeRateError>

    /// A request, and how it ended.
    struct Request: Equatable {
        let base: CurrencyCode
        let at: Timestamp
        var failure: FailureReason?
    }

    let settings: PipelineSettings
    private(set) var state: PipelineState
    private(set) var now: Moment
    /// `fired NAME at TIME` and `resolved NAME at TIME`, in their order.
    private(set) var alerts: [String] = []
    private(set) var resolved: [Alert] = []
    private(set) var requests: [Request] = []
    var polls: Int { requests.count }
    /// What is added to the waits of the gate: 0 to 1, a tenth at most.
    var jitter = 0.0
    /// How far the wall clock is ahead of the time that the API knows.
    private var skew: Duration = .zero

    /// Starts without a state.
    init(
        at start: Timestamp, symbols: [CurrencyCode] = [.eur], interval: Duration,
        limits: FreshnessLimits = .standard
    ) {
        self.init(
            at: start, bases: [WatchedBase(base: .usd, symbols: symbols, interval: interval)],
            limits: limits)
    }

    /// Starts without a state, for several bases.
    init(
        at start: Timestamp, bases: [WatchedBase], poll: PollSettings = PollSettings(),
        limits: FreshnessLimits = .standard
    ) {
        now = Moment(
            timestamp: start, instant: MonotonicInstant(nanosecondsSinceBoot: 7_000_000_000_000))
        settings = PipelineSettings(
            bases: bases, poll: poll, limits: limits, alerting: .example(), fingerprint: 1,
            isKeyless: true, loadedAt: start)
        state = PipelineState(settings: settings, stored: StoredState(), now: now)
    }

    /// Lets the time pass up to an end.
    mutating func run(until end: Timestamp, feed: Feed) async {
        await run(until: end, answers: { await feed($1) })
    }

    /// Lets the time pass up to an end.
    mutating func run(until end: Timestamp, answers: Answers) async {
        while true {
            // Tests beside this one that wait for something are not to wait for a year.
            await Task.yield()
            switch state.next(now: now) {
            case .poll(let base):
                await poll(base, answers: answers)
                continue
            case .wait(let due):
                let deadline = state.deadline(now: now)
                let wake = min(due, deadline ?? due)
                guard now.timestamp(at: wake) <= end else {
                    now = now.moment(at: max(end, now.timestamp))
                    return
                }
                now = now.advanced(by: max(.nanoseconds(1), now.instant.duration(to: wake)))
                var update = StateUpdate()
                evaluate(adding: &update)
            case .waitForAnswer:
                preconditionFailure("a request is under way that nobody sent")
            }
        }
    }

    /// Ends the process and begins another, which continues what was stored.
    mutating func restart(after pause: Duration = .zero) {
        now = now.advanced(by: pause)
        now.instant = MonotonicInstant(nanosecondsSinceBoot: 5_000_000_000)
        state = PipelineState(settings: settings, stored: state.stored, now: now)
        var update = StateUpdate()
        evaluate(adding: &update)
    }

    /// Moves the wall clock alone.
    mutating func jumpWallClock(by duration: Duration) {
        now.timestamp = now.timestamp + duration
        skew += duration
    }

    /// What pages show of the one base.
    var base: BaseSnapshot {
        state.snapshot(now: now, storage: StorageSnapshot()).bases[0]
    }

    private mutating func poll(_ base: CurrencyCode, answers: Answers) async {
        guard let request = state.request(of: base) else { return }
        _ = state.begin(base, now: now)
        _ = state.send(base, now: now)
        let outcome = PollOutcome(
            base: base, startedAt: now, endedAt: now,
            answer: await answers(request, now.timestamp - skew))
        var failure: FailureReason?
        if case .failure(let error) = outcome.answer { failure = error.reason }
        requests.append(Request(base: base, at: now.timestamp, failure: failure))
        var (update, _) = state.ingest(outcome, jitter: jitter)
        evaluate(adding: &update)
    }

    private mutating func evaluate(adding update: inout StateUpdate) {
        for event in state.evaluate(now: now, adding: &update, makeID: { "id" }) {
            guard case .alert(let transition) = event else { continue }
            switch transition {
            case .fired(let alert): note("fired", alert)
            case .resolved(let alert):
                note("resolved", alert)
                resolved.append(alert)
            }
        }
    }

    private mutating func note(_ what: String, _ alert: Alert) {
        // A deadline lies a nanosecond after the time that must have passed.
        let second = Timestamp(seconds: now.timestamp.wholeSeconds) ?? now.timestamp
        alerts.append("\(what) \(alert.labels["alertname"] ?? "?") at \(second.iso8601)")
    }
}
