import Domain
import ExchangeRate
import Foundation
import Freshness
import Polling
import Synchronization
import TestKit
import Testing

@testable import Pipeline

struct EngineTests {
    /// An engine with everything around it, running until the test ends.
    private final class Bench: Sendable {
        let clock = ManualClock(.example)
        let store = ScriptedStore()
        let board: SnapshotBoard
        let engine: Engine
        let events = Recorder<PipelineEvent>()
        let requests = Recorder<Timestamp>()
        let running: Mutex<Task<Void, Never>?> = Mutex(nil)

        init(
            store opened: Bool = true, reopened: StoredState? = nil,
            firstFailure: ExchangeRateError? = nil
        ) {
            let settings = PipelineSettings(
                bases: [WatchedBase(base: .usd, symbols: [.eur], interval: .seconds(300))],
                poll: PollSettings(), limits: .standard, fingerprint: 1, isKeyless: true,
                loadedAt: .example)
            let state = PipelineState(settings: settings, stored: StoredState(), now: clock.now)
            let failure = StorageError(operation: .open, kind: .readOnly, message: "read-only")
            let storage =
                opened
                ? StorageSnapshot()
                : StorageSnapshot(errors: [.open: 1], memoryReason: failure.message)
            board = SnapshotBoard(state.snapshot(now: clock.now, storage: storage))
            let store = store
            let clock = clock
            let journal = Journal(store: opened ? store : nil, clock: clock) {
                reopened.map { .success((store, $0)) } ?? .failure(failure)
            }
            let requests = requests
            let events = events
            engine = Engine(
                state: state, journal: journal, storage: storage, board: board, clock: clock,
                fetch: { _ in
                    let now = clock.now.timestamp
                    requests.note(now)
                    if let firstFailure, requests.values.count == 1 {
                        return .failure(firstFailure)
                    }
                    let age = now - Timestamp.example
                    return .success(.example(["EUR": "0.92"], at: Int(age.inSeconds)))
                },
                jitter: { 0 }, report: { events.note($0) })
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

        /// Polls that have ended.
        var polls: Int { Int(board.snapshot.bases[0].counters.durations.count) }
        var storage: StorageSnapshot { board.snapshot.storage }
        var isAsleep: Bool { clock.nextWake != nil }

        func count(_ isWanted: (PipelineEvent) -> Bool) -> Int {
            events.values.count(where: isWanted)
        }
    }

    @Test func `it polls at once, sleeps until the next poll is due, and ends when cancelled`()
        async
    {
        let bench = Bench()
        bench.start()
        #expect(await eventually { bench.polls == 1 })
        #expect(await eventually { bench.store.changes.count == 2 })
        #expect(
            await eventually {
                bench.clock.nextWake == bench.clock.now.instant.advanced(by: .seconds(300))
            })
        #expect(await bench.poll())
        #expect(bench.requests.values == [.example, .example + .seconds(300)])
        await bench.stop()
    }

    @Test func `the attempt is stored before the request leaves`() async {
        let bench = Bench()
        bench.store.set(.hangs)
        bench.start()
        #expect(await eventually { bench.store.isHanging })
        #expect(bench.requests.values.isEmpty)
        bench.store.set(.works)
        #expect(await eventually { bench.polls == 1 })
        await bench.stop()
    }

    @Test func `a disk that hangs holds a poll up for five seconds and is counted`() async {
        let bench = Bench()
        bench.store.set(.hangs)
        bench.start()
        #expect(await eventually { bench.store.isHanging && bench.isAsleep })
        bench.clock.advance(by: .seconds(5))
        #expect(await eventually { bench.polls == 1 })
        #expect(await eventually { bench.storage.errors[.commit] == 2 })
        #expect(bench.storage.memoryReason != nil)
        // It goes on from memory, without waiting for the write that hangs.
        #expect(await bench.poll())
        #expect(await eventually { bench.storage.errors[.commit] == 4 })
        bench.store.set(.works)
        #expect(await eventually { bench.store.changes.count == 1 })
        #expect(await bench.poll())
        #expect(await eventually { bench.storage.memoryReason == nil })
        await bench.stop()
    }

    @Test func `a failed write is told once, and one whole write heals it`() async {
        let bench = Bench()
        bench.store.set(.fails)
        bench.start()
        #expect(await eventually { bench.storage.errors[.commit] == 2 })
        #expect(await bench.poll())
        #expect(await eventually { bench.storage.errors[.commit] == 4 })
        #expect(
            bench.count {
                if case .storageFailed = $0 { return true }
                return false
            } == 1)
        bench.store.set(.works)
        #expect(await bench.poll())
        #expect(
            await eventually {
                bench.count {
                    if case .storageHealed = $0 { return true }
                    return false
                } == 1
            })
        #expect(bench.storage.memoryReason == nil)
        guard case .whole(let stored) = bench.store.changes.first else {
            Issue.record("the first write after a failure is not a whole one")
            return
        }
        #expect(stored.symbols.map(\.symbol) == [.eur])
        #expect(stored.polls.count == 2)
        await bench.stop()
    }

    @Test func `a storage that opens later is merged before it is written`() async {
        var held = StoredState()
        held.account = AccountState(
            fingerprint: 1, month: AccountState.Month(of: .example))
        held.account?.monthRequests = 500
        let bench = Bench(store: false, reopened: held)
        bench.start()
        #expect(await eventually { bench.polls == 1 })
        #expect(bench.store.changes.isEmpty)
        #expect(await bench.poll())
        #expect(await eventually { !bench.store.changes.isEmpty })
        guard case .whole(let stored) = bench.store.changes.first else {
            Issue.record("the first write is not a whole one")
            return
        }
        #expect(stored.account?.monthRequests == 500)
        #expect(await eventually { bench.storage.memoryReason == nil })
        await bench.stop()
    }

    @Test func `another key ends the wait of a gate`() async {
        let bench = Bench(
            firstFailure: ExchangeRateError(
                reason: .rateLimited, message: "", retryAfter: .after(.seconds(3600))))
        bench.start()
        #expect(await eventually { bench.polls == 1 && bench.isAsleep })
        #expect(bench.board.snapshot.account.backoffUntil == .example + .seconds(3600))
        bench.clock.advance(by: .seconds(60))
        await bench.engine.changeKey(fingerprint: 2, isKeyless: false)
        #expect(await eventually { bench.polls == 2 })
        #expect(bench.board.snapshot.account.backoffUntil == nil)
        #expect(!bench.board.snapshot.account.isKeyless)
        await bench.stop()
    }
}
