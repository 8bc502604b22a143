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

    /// How much later than it meant to the loop goes on only where the machine slept.
    private static let oversleep: Duration = .seconds(30)

    private var state: PipelineState
    private let journal: Journal
    private let board: SnapshotBoard
    private let clock: any TimeSource
    private let fetch: Fetch
    private let dispatcher: Dispatcher
    private let chance: Chance
    private let report: @Sendable (PipelineEvent) -> Void
    private var heartbeat: Heartbeat?
    private let watchdog: Watchdog?
    private let wakeup = Wakeup()
    /// One for each worker of a receiver that runs.
    private var deliveryWakeups: [Destination: Wakeup] = [:]
    private var storage: StorageSnapshot
    /// Whether something changed that no answer and no deadline stands for; the start is one.
    private var isEvaluationDue = true
    /// Answers that were taken in, and are judged and stored with those to come.
    private var unjudged: UnjudgedAnswers?
    /// Requests that have left and are not answered.
    private var underWay = 0
    /// Whether an answer was judged that the watchdog was not told of.
    private var isWatchdogDue = false
    /// What came since the last write began.
    private var pending = StateUpdate()
    private var isWriting = false
    /// Whether `pending` holds something that no task has come to write.
    private var isWriteDue = false
    /// Callers whose change the next write holds.
    private var waiters: [CheckedContinuation<Void, Never>] = []
    /// Whether the storage lacks earlier changes, so that the next write is to hold everything.
    private var isBehind = false

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
        for orphan in state.orphans { report(.notificationOrphaned(orphan)) }
        await withDiscardingTaskGroup { group in
            // Answers are judged together with those that are about to come, and what else there is at
            // its deadline.
            var deadline: MonotonicInstant?
            var watchdogDeadline: MonotonicInstant?
            // When the last turn meant to go on at the latest.
            var wakeTime: MonotonicInstant?
            while !Task.isCancelled {
                let now = clock.now
                if let wakeTime, wakeTime.duration(to: now.instant) > Self.oversleep {
                    state.noteSleep(now: now)
                }
                // A reload may have brought other receivers.
                for destination in state.destinations where deliveryWakeups[destination] == nil {
                    deliveryWakeups[destination] = Wakeup()
                    group.addTask { await self.deliver(to: destination) }
                }
                if isEvaluationDue || (unjudged != nil && underWay == 0)
                    || deadline.map({ $0 <= now.instant }) == true
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
                deadline = [
                    state.deadline(now: now), heartbeat?.deadline, watchdogDeadline,
                    unjudged?.deadline,
                ].compactMap(\.self).min()
                switch state.next(now: now) {
                case .poll(let first):
                    wakeTime = now.instant
                    let (requests, update) = begin(first, now: now)
                    publish()
                    group.addTask { await self.poll(requests, update) }
                case .wait(let instant):
                    wakeTime = min(instant, deadline ?? instant)
                    await wakeup.sleep(until: wakeTime, clock: clock)
                case .waitForAnswer:
                    wakeTime = deadline
                    await wakeup.sleep(until: deadline, clock: clock)
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

    /// Begins the requests of all bases that may be asked at this moment.
    private func begin(
        _ first: CurrencyCode, now: Moment
    ) -> (requests: [WatchedBase], attempts: StateUpdate) {
        var requests: [WatchedBase] = []
        var attempts = StateUpdate()
        var action = PollSchedule.Action.poll(first)
        while case .poll(let base) = action, let request = state.request(of: base) {
            requests.append(request)
            attempts.merge(state.begin(base, now: now))
            action = state.next(now: now)
        }
        return (requests, attempts)
    }

    private func poll(_ requests: [WatchedBase], _ attempts: StateUpdate) async {
        // An attempt is stored before it is sent, so that no restart polls early.
        await write(attempts)
        let startedAt = clock.now
        let leaving = requests.filter { state.send($0.base, now: startedAt) }
        underWay += leaving.count
        // A request that the API sees is one that the page counts.
        publish()
        wakeup.wake()
        await withDiscardingTaskGroup { group in
            for request in leaving {
                group.addTask { await self.ask(request, startedAt: startedAt) }
            }
        }
    }

    private func ask(_ request: WatchedBase, startedAt: Moment) async {
        let answer = await fetch(request)
        underWay -= 1
        guard !Task.isCancelled else {
            state.abandon(request.base)
            return
        }
        let outcome = PollOutcome(
            base: request.base, startedAt: startedAt, endedAt: clock.now, answer: answer)
        let isFirst = unjudged == nil
        var answers = unjudged ?? UnjudgedAnswers(since: outcome.endedAt.instant)
        answers.add(state.ingest(outcome, jitter: chance.jitter()))
        unjudged = answers
        if isFirst || underWay == 0 { wakeup.wake() }
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

    /// Stores what was judged; nobody waits for its end.
    private func store(_ update: StateUpdate) async {
        await write(update)
        if let error = await journal.writeBack() {
            storage.errors[error.operation, default: 0] += 1
            report(.writeBackFailed(error))
            publish()
        }
    }

    /// Sends what waits for an address, one after the other, until the task is cancelled.
    private func deliver(to destination: Destination) async {
        guard let wakeup = deliveryWakeups[destination] else { return }
        // It ends where a reload took its receiver out, or changed the address.
        while !Task.isCancelled, let (receiver, url) = state.recipient(at: destination) {
            switch state.nextDelivery(at: destination, now: clock.now) {
            case .send(let item):
                state.beginDelivery(item, at: destination, now: clock.now)
                guard let result = await dispatcher.send(item, to: receiver, at: url) else {
                    state.abandonDelivery(item, at: destination, now: clock.now)
                    continue
                }
                let (update, events) = state.settle(
                    item, at: destination, report: result, jitter: chance.jitter(),
                    now: clock.now)
                isEvaluationDue = true
                publish()
                self.wakeup.wake()
                for event in events { report(event) }
                // The present state told once more changes nothing.
                if update.alerting != nil { await write(update) }
            case .wait(let instant):
                await wakeup.sleep(until: instant, clock: clock)
            case .idle:
                await wakeup.sleep(until: nil, clock: clock)
            }
        }
        deliveryWakeups[destination] = nil
        // Where it has come back meanwhile, it needs another worker.
        self.wakeup.wake()
    }

    private func ping(_ request: HTTPRequest) async {
        guard let (isDelivered, detail) = await dispatcher.ping(request) else {
            heartbeat?.abandon()
            return
        }
        let change = heartbeat?.settle(
            isDelivered: isDelivered, jitter: chance.jitter(), now: clock.now)
        publish()
        wakeup.wake()
        switch change {
        case .failing: report(.heartbeatFailing(detail: detail))
        case .recovered: report(.heartbeatRecovered)
        case nil: break
        }
    }

    private func wakeDeliveries() {
        for wakeup in deliveryWakeups.values { wakeup.wake() }
    }

    private func publish() {
        var snapshot = state.snapshot(now: clock.now, storage: storage)
        snapshot.heartbeat = heartbeat?.snapshot
        board.publish(snapshot)
    }

    /// Stores a change, or the whole state where earlier changes were lost.
    ///
    /// One write at a time, in order; what comes meanwhile is written together after it. Then what
    /// the outbox holds may be sent: where it could not be stored, from memory.
    private func write(_ update: StateUpdate) async {
        pending.merge(update)
        guard !isWriting else {
            await withCheckedContinuation { waiters.append($0) }
            return
        }
        isWriting = true
        await writePending()
        while !waiters.isEmpty {
            let served = waiters
            waiters = []
            await writePending()
            for waiter in served { waiter.resume() }
        }
        isWriting = false
    }

    private func writePending() async {
        if isBehind, let reopened = await journal.reopen() {
            switch reopened {
            case .success(nil): break
            case .success(let stored?):
                for event in state.merge(stored, now: clock.now) { report(event) }
                isEvaluationDue = true
                wakeup.wake()
            case .failure(let error): note(error)
            }
        }
        var update = pending
        pending = StateUpdate()
        state.refresh(&update)
        let change = isBehind ? StateChange.whole(state.stored) : .update(update)
        switch await journal.commit(change) {
        case .success:
            if isBehind {
                isBehind = false
                storage.memoryReason = nil
                report(.storageHealed)
                publish()
            }
        case .failure(let error):
            note(error)
        }
        guard let alerting = update.alerting else { return }
        state.release(alerting.outbox)
        wakeDeliveries()
    }

    private func note(_ error: StorageError) {
        storage.errors[error.operation, default: 0] += 1
        // Told once, not with every poll that is lost after it.
        if !isBehind { report(.storageFailed(error)) }
        isBehind = true
        storage.memoryReason = storage.memoryReason ?? error.message
        publish()
    }
}
