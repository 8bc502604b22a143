import APIModel
import Alerting
import Delivery
import Domain
import ExchangeRate
import Freshness
import HTTP
import Pipeline
import Polling

/// The pipeline of the daemon on a virtual clock: it asks, judges and delivers as that one does.
///
/// Where the daemon's engine sleeps until something is due, the clock is moved there. Nothing is
/// stored: what a write would release goes out at once.
final class Simulation {
    private let settings: RehearsalSettings
    private let clock: VirtualClock
    private let api: APITransport
    private let receivers: ReceiverTransport
    private let client: ExchangeRateClient
    private let dispatcher: Dispatcher
    private var state: PipelineState
    private var random: SplitMix
    private var log = SimulationLog()
    /// Answers under way, and when they come.
    private var answers: [(due: MonotonicInstant, outcome: PollOutcome)] = []
    private var isEvaluationDue = true
    private var isDeliveryDue = true
    /// When a delivery that waits is looked at again.
    private var nextDelivery: MonotonicInstant?
    private var lastID = 0

    init(_ settings: RehearsalSettings) throws(ExchangeRateError) {
        self.settings = settings
        clock = VirtualClock(settings.span.start)
        api = APITransport(
            Provider(settings: settings.provider), incidents: settings.incidents, clock: clock)
        receivers = ReceiverTransport(incidents: settings.incidents, clock: clock)
        client = try ExchangeRateClient(
            baseURL: APITransport.address,
            credentials: settings.pipeline.isKeyless ? .none : .bearer(key: "rehearsal"),
            timeout: settings.timeout, transport: api)
        dispatcher = Dispatcher(transport: receivers, clock: clock)
        state = PipelineState(
            settings: settings.pipeline, stored: StoredState(), now: clock.now)
        random = SplitMix(seed: settings.seed)
    }

    /// Lets the time pass, from the start of the span to its end.
    func run() async -> SimulationLog {
        let end = clock.now.instant(at: settings.span.end)
        var plan: WakePlan?
        while true {
            // Whoever shares the threads with it is not to wait for a year.
            await Task.yield()
            takeAnswers()
            let now = clock.now
            if isEvaluationDue || plan?.isEvaluationDue(now: now) == true { evaluate() }
            if isDeliveryDue || nextDelivery.map({ $0 <= now.instant }) == true {
                await deliver()
                if isEvaluationDue { continue }
            }
            let next = state.wakePlan(now: now)
            plan = next
            if let base = next.poll {
                await poll(base)
                continue
            }
            let wake = [next.wakeTime, nextDelivery, answers.map(\.due).min()]
                .compactMap(\.self).min()
            guard let wake, wake < end else { return log }
            clock.advance(to: max(wake, now.instant.advanced(by: .nanoseconds(1))))
        }
    }

    private func poll(_ base: CurrencyCode) async {
        guard let request = state.request(of: base) else { return }
        let now = clock.now
        _ = state.begin(base, now: now)
        guard state.send(base, now: now) else { return }
        log.noteRequest(at: now.timestamp)
        let answer = await latest(request)
        let endedAt = now.advanced(by: api.duration)
        let outcome = PollOutcome(
            base: base, startedAt: now, endedAt: endedAt, answer: answer)
        guard endedAt.instant > now.instant else { return take(outcome) }
        answers.append((endedAt.instant, outcome))
    }

    private func latest(_ request: WatchedBase) async -> Result<Latest, ExchangeRateError> {
        do throws(ExchangeRateError) {
            return .success(
                try await client.latest(base: request.base, symbols: request.symbols))
        } catch {
            return .failure(error)
        }
    }

    private func takeAnswers() {
        while let index = answers.firstIndex(where: { $0.due <= clock.now.instant }) {
            take(answers.remove(at: index).outcome)
        }
    }

    private func take(_ outcome: PollOutcome) {
        var (update, _) = state.ingest(outcome, jitter: jitter())
        evaluate(adding: &update)
    }

    private func evaluate() {
        isEvaluationDue = false
        var update = StateUpdate()
        evaluate(adding: &update)
    }

    private func evaluate(adding update: inout StateUpdate) {
        let now = clock.now
        let events = state.evaluate(now: now, adding: &update, makeID: makeID)
        note(events)
        store(&update)
    }

    /// What the daemon does once a write has ended.
    private func store(_ update: inout StateUpdate) {
        guard update.alerting != nil else { return }
        state.refresh(&update)
        state.release()
        isDeliveryDue = true
    }

    private func deliver() async {
        isDeliveryDue = false
        nextDelivery = nil
        for destination in state.destinations {
            guard let (receiver, url) = state.recipient(at: destination) else { continue }
            receivers.address(destination.receiver)
            deliveries: while true {
                switch state.nextDelivery(at: destination, now: clock.now) {
                case .send(let item):
                    state.beginDelivery(item, at: destination, now: clock.now)
                    guard let report = await dispatcher.send(item, to: receiver, at: url) else {
                        state.abandonDelivery(item, at: destination, now: clock.now)
                        break deliveries
                    }
                    var (update, events) = state.settle(
                        item, at: destination, report: report, jitter: jitter(), now: clock.now)
                    note(events)
                    isEvaluationDue = true
                    store(&update)
                case .wait(let instant):
                    nextDelivery = min(instant, nextDelivery ?? instant)
                    break deliveries
                case .idle:
                    break deliveries
                }
            }
        }
    }

    private func note(_ events: [PipelineEvent]) {
        let now = clock.now.timestamp.startOfSecond
        for event in events {
            switch event {
            case .alert(.fired(let alert)): log.noteFired(alert, at: now)
            case .alert(.resolved(let alert)): log.noteResolved(alert)
            case .notificationDelivered(let notification, let attempts):
                log.noteDelivered(notification, attempts: attempts, at: now)
            case .notificationDropped(let notification), .notificationOrphaned(let notification):
                log.noteDropped(notification, at: now)
            case .polled, .pollFailed, .pollRecovered, .ratesRejected, .gateClosed, .gateOpened,
                .clockIsWrong, .clockIsRight, .storageFailed, .writeBackFailed, .storageHealed,
                .continued, .receiverFailing, .receiverRecovered, .heartbeatFailing,
                .heartbeatRecovered:
                break
            }
        }
    }

    private func makeID() -> String {
        lastID += 1
        return "rehearsal-\(lastID)"
    }

    private func jitter() -> Double { Double.random(in: 0...1, using: &random) }
}
