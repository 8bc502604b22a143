public import Domain
public import ExchangeRate
import Freshness
import Polling

/// Runs the pipeline: asks when it is time, takes in what comes, stores it and publishes it.
///
/// Memory is the truth while the process lives, the storage its journal: a commit that fails or
/// hangs is counted, and the next one writes the whole state.
public actor Engine {
    /// Asks the API for one base.
    public typealias Fetch =
        @Sendable (WatchedBase) async -> Result<Latest, ExchangeRateError>

    private var state: PipelineState
    private let journal: Journal
    private let board: SnapshotBoard
    private let clock: any TimeSource
    private let fetch: Fetch
    private let jitter: @Sendable () -> Double
    private let report: @Sendable (PipelineEvent) -> Void
    private let wakeup = Wakeup()
    private var storage: StorageSnapshot
    /// Failed writes; a whole write that began after the last of them makes up for all.
    private var lostWrites = 0

    /// Makes an engine that continues from a state.
    ///
    /// - Parameters:
    ///   - storage: why the state is in memory alone at the start, if it is.
    ///   - board: where snapshots are published.
    ///   - jitter: draws a number from 0 to 1 at random.
    ///   - report: takes what an operator may want to read of.
    public init(
        state: PipelineState, journal: Journal, storage: StorageSnapshot, board: SnapshotBoard,
        clock: any TimeSource, fetch: @escaping Fetch,
        jitter: @escaping @Sendable () -> Double,
        report: @escaping @Sendable (PipelineEvent) -> Void
    ) {
        self.state = state
        self.journal = journal
        self.storage = storage
        self.board = board
        self.clock = clock
        self.fetch = fetch
        self.jitter = jitter
        self.report = report
        // State that is kept in memory on purpose has lost nothing.
        lostWrites = storage.errors.isEmpty ? 0 : 1
    }

    /// Polls until the task is cancelled.
    public func run() async {
        publish()
        await withDiscardingTaskGroup { group in
            while !Task.isCancelled {
                switch state.next(now: clock.now) {
                case .poll(let base):
                    guard let request = state.request(of: base) else { continue }
                    let startedAt = clock.now
                    let update = state.begin(base, now: startedAt)
                    publish()
                    group.addTask { await self.poll(request, startedAt: startedAt, update) }
                case .wait(let instant):
                    await wakeup.sleep(until: instant, clock: clock)
                case .waitForAnswer:
                    await wakeup.sleep(until: nil, clock: clock)
                }
            }
        }
    }

    /// Takes over another key: voids the waits and the gate of the one before.
    public func changeKey(fingerprint: UInt32, isKeyless: Bool) async {
        let update = state.changeKey(fingerprint: fingerprint, isKeyless: isKeyless)
        publish()
        await write(update)
        wakeup.wake()
    }

    private func poll(
        _ request: WatchedBase, startedAt: Moment, _ attempt: StateUpdate
    ) async {
        // An attempt is stored before it is sent, so that no restart polls early.
        await write(attempt)
        let answer = await fetch(request)
        guard !Task.isCancelled else {
            state.abandon(request.base)
            return
        }
        let outcome = PollOutcome(
            base: request.base, startedAt: startedAt, endedAt: clock.now, answer: answer)
        let (update, events) = state.ingest(outcome, jitter: jitter())
        publish()
        wakeup.wake()
        for event in events { report(event) }
        await write(update)
    }

    private func publish() {
        board.publish(state.snapshot(now: clock.now, storage: storage))
    }

    /// Stores a change, or the whole state where earlier changes were lost.
    private func write(_ update: StateUpdate) async {
        if lostWrites > 0, let reopened = await journal.reopen() {
            switch reopened {
            case .success(let stored): state.merge(stored, now: clock.now)
            case .failure(let error): note(error)
            }
        }
        let lost = lostWrites
        let change = lost > 0 ? StateChange.whole(state.stored) : .update(update)
        switch await journal.commit(change) {
        case .success:
            guard lost > 0, lost == lostWrites else { return }
            lostWrites = 0
            storage.memoryReason = nil
            report(.storageHealed)
            publish()
        case .failure(let error):
            note(error)
        }
    }

    private func note(_ error: StorageError) {
        storage.errors[error.operation, default: 0] += 1
        // Told once, not with every poll that is lost after it.
        if lostWrites == 0 { report(.storageFailed(error)) }
        lostWrites += 1
        storage.memoryReason = storage.memoryReason ?? error.message
        publish()
    }
}
