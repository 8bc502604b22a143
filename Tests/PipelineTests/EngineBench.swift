import Alerting
import Delivery
import Domain
import ExchangeRate
import Foundation
import Freshness
import HTTP
import Polling
import Synchronization
import TestKit

@testable import Pipeline

/// An engine with everything around it, on a manual clock.
///
/// It polls USD for EUR every 5 minutes where a test says nothing else.
final class EngineBench: Sendable {
    /// Answers a request by its number, from 1, and the seconds since the start.
    typealias Answer = @Sendable (Int, Int) -> Result<Latest, ExchangeRateError>
    /// Answers a request by its base and the seconds since the start.
    typealias AnswerForBase = @Sendable (CurrencyCode, Int) -> Result<Latest, ExchangeRateError>

    let clock: ManualClock
    let store = ScriptedStore()
    let board: SnapshotBoard
    let engine: Engine
    let events = Recorder<PipelineEvent>()
    let requests = Recorder<Timestamp>()
    let transport: ScriptedTransport
    /// What bounds the time of a commit.
    private let journalClock: CountedClock
    /// Of a heartbeat whose pings are answered at once.
    private let heartbeatInterval: Duration?
    private let running: Mutex<Task<Void, Never>?> = Mutex(nil)

    convenience init(
        clock: ManualClock = ManualClock(.example), isStoreOpen: Bool = true,
        stored: StoredState = StoredState(),
        reopened: StoredState? = nil, alerting: AlertingSettings = .example(),
        transport: ScriptedTransport = ScriptedTransport(body: ""),
        carrier: (any HTTPTransport)? = nil, heartbeat: HeartbeatSettings? = nil,
        watchdog: Watchdog? = nil, isAPIHanging: Bool = false,
        answer: @escaping Answer = { _, age in .fresh(age: age) }
    ) {
        let numbers = Recorder<Void>()
        self.init(
            bases: [WatchedBase(base: .usd, symbols: [.eur], interval: .seconds(300))],
            clock: clock, isStoreOpen: isStoreOpen, stored: stored, reopened: reopened,
            alerting: alerting, transport: transport, carrier: carrier, heartbeat: heartbeat,
            watchdog: watchdog,
            isAPIHanging: isAPIHanging
        ) { _, age in
            numbers.note(())
            return answer(numbers.values.count, age)
        }
    }

    init(
        bases: [WatchedBase], clock: ManualClock = ManualClock(.example),
        poll: PollSettings = PollSettings(), isStoreOpen: Bool = true,
        stored: StoredState = StoredState(), reopened: StoredState? = nil,
        alerting: AlertingSettings, transport: ScriptedTransport = ScriptedTransport(body: ""),
        carrier: (any HTTPTransport)? = nil, heartbeat: HeartbeatSettings? = nil,
        watchdog: Watchdog? = nil, isAPIHanging: Bool = false,
        hangingBases: Set<CurrencyCode> = [],
        answer: @escaping AnswerForBase
    ) {
        self.transport = transport
        self.clock = clock
        heartbeatInterval = carrier == nil ? heartbeat?.interval : nil
        let settings = PipelineSettings(
            bases: bases, poll: poll, limits: .standard, alerting: alerting, fingerprint: 1,
            isKeyless: true, loadedAt: .example)
        let state = PipelineState(settings: settings, stored: stored, now: clock.now)
        let failure = StorageError(operation: .open, kind: .readOnly, message: "read-only")
        let storage =
            isStoreOpen
            ? StorageSnapshot()
            : StorageSnapshot(errors: [.open: 1], memoryReason: failure.message)
        board = SnapshotBoard(state.snapshot(now: clock.now, storage: storage))
        let (store, requests, events) = (store, requests, events)
        journalClock = CountedClock(clock)
        let journal = Journal(
            store: isStoreOpen ? store : nil, isUnread: !isStoreOpen, clock: journalClock
        ) {
            reopened.map { .success((store, $0)) } ?? .failure(failure)
        }
        let ids = Recorder<Void>()
        engine = Engine(
            state: state, journal: journal, storage: storage, board: board, clock: clock,
            fetch: { watched in
                let now = clock.now.timestamp
                requests.note(now)
                // Ends with the task alone.
                if isAPIHanging || hangingBases.contains(watched.base) {
                    try? await Task.sleep(for: .seconds(3600))
                }
                return answer(watched.base, Int((now - Timestamp.example).inSeconds))
            },
            dispatcher: Dispatcher(transport: carrier ?? transport, clock: clock),
            heartbeat: heartbeat.map {
                Heartbeat(settings: $0, version: "1.2.3", now: clock.now)
            },
            watchdog: watchdog,
            chance: Chance(
                jitter: { 0.5 },
                id: {
                    ids.note(())
                    return "id\(ids.values.count)"
                }),
            report: { events.note($0) })
    }

    func start() {
        let engine = engine
        running.withLock { $0 = Task { await engine.run() } }
    }

    func stop() async {
        let task = running.withLock { $0 }
        task?.cancel()
        await task?.value
    }

    /// Lets the next poll come due and waits for its end.
    func poll() async -> Bool {
        let before = polls
        clock.advance(by: .seconds(300))
        return await eventually { self.polls == before + 1 }
    }

    /// Moves the clock from wake to wake until a condition holds; false where it does not in time.
    func advance(until condition: @Sendable () -> Bool) async -> Bool {
        for _ in 0..<500 {
            // Time stands still while something is under way.
            guard await eventually({ isQuiet || condition() }) else { return false }
            if condition() { return true }
            guard let wake = clock.nextWake else { continue }
            clock.advance(by: max(.zero, clock.now.instant.duration(to: wake)))
        }
        return condition()
    }

    /// Waits until nothing happens before the clock moves; false where that does not come in time.
    func waitUntilQuiet() async -> Bool { await eventually { isQuiet } }

    /// Whether nothing happens before the clock moves: the engine sleeps until the next poll, or
    /// something sooner.
    private var isQuiet: Bool {
        // A commit that is under way has a bound, which is no time to wait for.
        if journalClock.isAwaited, !store.isHanging { return false }
        let snapshot = board.snapshot
        let now = clock.now
        guard let wake = clock.nextWake, wake > now.instant,
            let nextPollAt = snapshot.bases[0].nextPollAt
        else { return false }
        // While a ping is under way, the engine does not wait for the next one.
        if let heartbeatInterval, now.instant.duration(to: wake) > heartbeatInterval {
            return false
        }
        return now.timestamp(at: wake) <= nextPollAt
            && snapshot.receivers.allSatisfy { receiver in
                guard let first = receiver.waiting.first else { return true }
                return first.attempts > 0
                    || first.nextAttemptAt.map { $0 > now.timestamp } == true
            }
    }

    /// Polls that have ended, of the first base.
    var polls: Int { Int(board.snapshot.bases[0].counters.durations.count) }
    var storage: StorageSnapshot { board.snapshot.storage }
    var isAsleep: Bool { clock.nextWake != nil }
    var elapsed: Int { Int((clock.now.timestamp - Timestamp.example).inSeconds) }

    /// The notifications that were sent: status and alerts of each.
    var sent: [String] { transport.requests.map { Self.summary(of: $0.body) } }

    func count(_ isWanted: (PipelineEvent) -> Bool) -> Int {
        events.values.count(where: isWanted)
    }

    private static func summary(of body: [UInt8]) -> String {
        let message = try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]
        let alerts = message?["alerts"] as? [[String: Any]] ?? []
        let names = alerts.compactMap { ($0["labels"] as? [String: String])?["alertname"] }
        return "\(message?["status"] ?? "?") \(names.joined(separator: " "))"
    }
}

extension Result<Latest, ExchangeRateError> {
    /// A reply whose data is of the present.
    static func fresh(age: Int) -> Self { .success(.example(["EUR": "0.92"], at: age)) }
}

extension AlertingSettings {
    /// Alerts with short waits, and receivers of these names.
    static func example(_ receivers: String...) -> AlertingSettings {
        var alerts = AlertSettings()
        alerts.groupWait = .seconds(1)
        alerts.groupInterval = .seconds(5)
        alerts.stale.keepFiringFor = .zero
        return AlertingSettings(
            alerts: alerts,
            receivers: receivers.compactMap { name in
                (try? ReceiverURL("http://127.0.0.1:9/\(name)")).map {
                    ReceiverSettings(name: name, type: .webhook, url: $0)
                }
            }, externalURL: "http://here/", version: "0")
    }
}
