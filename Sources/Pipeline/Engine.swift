public import Delivery
public import Domain
public import ExchangeRate
import Freshness
import HTTP
import Polling

/// Runs the pipeline: asks when it is time, takes in what comes, stores it and publishes it.
///
/// Memory is the truth while the process lives, the storage its journal: a commit that fails or
/// hangs is counted, and the next one writes the whole state.
public actor Engine {
    /// Asks the API for one base.
    public typealias Fetch =
        @Sendable (WatchedBase) async -> Result<Latest, ExchangeRateError>

    var state: PipelineState
    let journal: Journal
    private let board: SnapshotBoard
    let clock: any TimeSource
    let fetch: Fetch
    let dispatcher: Dispatcher
    let chance: Chance
    let report: @Sendable (PipelineEvent) -> Void
    var heartbeat: Heartbeat?
    private let watchdog: Watchdog?
    let wakeup = Wakeup()
    /// One for each worker of a receiver that runs.
    var deliveryWakeups: [Destination: Wakeup] = [:]
    var storage: StorageSnapshot
    /// Whether something changed that no answer and no deadline stands for; the start is one.
    var isEvaluationDue = true
    /// Answers that were taken in, and are judged and stored with those to come.
    var unjudged: UnjudgedAnswers?
    /// Requests that have left and are not answered.
    var underWay = 0
    /// Whether an answer was judged that the watchdog was not told of.
    private var isWatchdogDue = false
    /// What came since the last write began.
    var pending = StateUpdate()
    var isWriting = false
    /// Whether `pending` holds something that no task has come to write.
    private var isWriteDue = false
    /// Callers whose change the next write holds.
    var waiters: [CheckedContinuation<Void, Never>] = []
    /// Whether the storage lacks earlier changes, so that the next write is to hold everything.
    var isBehind = false

    /// Makes an engine that continues from a state.
    ///
    /// - Parameters:
    ///   - storage: why the state is in memory alone at the start, if it is.
    ///   - board: where snapshots are published.
    ///   - dispatcher: sends notifications and pings.
    ///   - heartbeat: the dead-man switch, where one is configured.
    ///   - watchdog: who is told of each evaluation, where anybody is.
    ///   - chance: draws what is random.
    ///   - report: takes what an operator may want to read of.
    public init(
        state: PipelineState, journal: Journal, storage: StorageSnapshot, board: SnapshotBoard,
        clock: any TimeSource, fetch: @escaping Fetch,
        dispatcher: Dispatcher, heartbeat: Heartbeat? = nil, watchdog: Watchdog? = nil,
        chance: Chance,
        report: @escaping @Sendable (PipelineEvent) -> Void
    ) {
        self.state = state
        self.journal = journal
        self.storage = storage
        self.board = board
        self.clock = clock
        self.fetch = fetch
        self.dispatcher = dispatcher
        self.heartbeat = heartbeat
        self.watchdog = watchdog
        self.chance = chance
        self.report = report
        // State that is kept in memory on purpose has lost nothing.
        // Neither has one that was damaged, and was mended.
        isBehind = !storage.errors.isEmpty && storage.memoryReason != nil
    }

    /// Polls, evaluates and delivers until the task is cancelled.
    public func run() async {
        publish()
        if let event = state.continuation { report(event) }
        for orphan in state.orphans { report(.notificationOrphaned(orphan)) }
        await withDiscardingTaskGroup { group in
            // That of the last turn.
            var plan: WakePlan?
            var watchdogDeadline: MonotonicInstant?
            while !Task.isCancelled {
                let now = clock.now
                if plan?.isOverslept(now: now) == true { state.noteSleep(now: now) }
                // A reload may have brought other receivers.
                for destination in state.destinations where deliveryWakeups[destination] == nil {
                    deliveryWakeups[destination] = Wakeup()
                    group.addTask { await self.deliver(to: destination) }
                }
                // Answers are judged together with those that are about to come.
                if isEvaluationDue || (unjudged != nil && underWay == 0)
                    || plan?.isEvaluationDue(now: now) == true
                {
                    if let update = evaluate() {
                        group.addTask { await self.store(update) }
                    }
                    // It says that the present was judged, so it follows an evaluation.
                    if let ping = heartbeat?.begin(now: now) {
                        group.addTask { await self.ping(ping) }
                    }
                    isWatchdogDue = true
                }
                if isWatchdogDue, let watchdog {
                    isWatchdogDue = false
                    watchdog.feed()
                    watchdogDeadline = watchdog.interval.map { now.instant.advanced(by: $0) }
                }
                if isWriteDue {
                    isWriteDue = false
                    group.addTask { await self.write(StateUpdate()) }
                }
                let next = state.wakePlan(
                    beside: [heartbeat?.deadline, watchdogDeadline, unjudged?.deadline], now: now)
                plan = next
                if let first = next.poll {
                    let (requests, update) = begin(first, now: now)
                    publish()
                    group.addTask { await self.poll(requests, update) }
                } else {
                    await wakeup.sleep(until: next.wakeTime, clock: clock)
                }
            }
            if unjudged != nil, let update = evaluate() { await write(update) }
        }
    }

    /// Takes over another key: voids the waits and the gate of the one before.
    public func changeKey(fingerprint: UInt32, isKeyless: Bool) async {
        let update = state.changeKey(
            fingerprint: fingerprint, isKeyless: isKeyless, now: clock.now)
        isEvaluationDue = true
        publish()
        wakeup.wake()
        await write(update)
    }

    /// Takes over another configuration; it does not wait for the storage.
    ///
    /// - Parameters:
    ///   - heartbeat: nil where none is configured any more.
    ///   - isHeartbeatNew: whether it is another one than before.
    public func reload(_ settings: PipelineSettings, heartbeat: Heartbeat?, isHeartbeatNew: Bool) {
        let (update, events) = state.reconfigure(settings, now: clock.now)
        if isHeartbeatNew { self.heartbeat = heartbeat }
        for event in events { report(event) }
        isEvaluationDue = true
        publish()
        wakeup.wake()
        wakeDeliveries()
        pending.merge(update)
        isWriteDue = true
    }

    /// Takes in that a new configuration could not be read.
    public func noteFailedReload() {
        state.noteFailedReload()
        publish()
    }

    /// Judges the present, with the answers that came, and shows it; nil where nothing changed.
    private func evaluate() -> StateUpdate? {
        isEvaluationDue = false
        let answers = unjudged
        unjudged = nil
        var update = answers?.update ?? StateUpdate()
        let events = state.evaluate(now: clock.now, adding: &update, makeID: chance.id)
        let isChanged = answers != nil || update.alerting != nil
        if isChanged { publish() }
        for event in (answers?.events ?? []) + events { report(event) }
        // What needs no write may go out: at the start, all that still fires.
        if update.alerting == nil { wakeDeliveries() }
        return isChanged ? update : nil
    }

    func publish() {
        var snapshot = state.snapshot(now: clock.now, storage: storage)
        snapshot.heartbeat = heartbeat?.snapshot
        board.publish(snapshot)
    }
}
