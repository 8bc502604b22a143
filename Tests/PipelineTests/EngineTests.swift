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
    @Test func `it polls at once, sleeps until the next poll is due, and ends when cancelled`()
        async
    {
        let bench = EngineBench()
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
        let bench = EngineBench()
        bench.store.set(.hangs)
        bench.start()
        #expect(await eventually { bench.store.isHanging })
        #expect(bench.requests.values.isEmpty)
        bench.store.set(.works)
        #expect(await eventually { bench.polls == 1 })
        await bench.stop()
    }

    @Test func `a disk that hangs holds a poll up for five seconds and is counted`() async {
        let bench = EngineBench()
        bench.store.set(.hangs)
        bench.start()
        #expect(await eventually { bench.store.isHanging && bench.isAsleep })
        bench.clock.advance(by: .seconds(5))
        #expect(await eventually { bench.polls == 1 })
        #expect(await eventually { bench.storage.errors[.commit] == 2 })
        #expect(bench.storage.memoryReason != nil)
        // The interval counts from when the request left, and nothing waits for the write that
        // hangs.
        #expect(bench.board.snapshot.bases[0].nextPollAt == .example + .seconds(305))
        #expect(await bench.poll())
        #expect(await eventually { bench.storage.errors[.commit] == 4 })
        bench.store.set(.works)
        #expect(await eventually { bench.store.changes.count == 1 })
        #expect(await bench.poll())
        #expect(await eventually { bench.storage.memoryReason == nil })
        await bench.stop()
    }

    @Test func `a failed write is told once, and one whole write heals it`() async {
        let bench = EngineBench()
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

    @Test func `a log that cannot be written back is counted and told, and writing goes on`() async
    {
        let bench = EngineBench()
        bench.store.failWriteBack()
        bench.start()
        #expect(await eventually { bench.storage.errors[.commit] == 1 })
        #expect(
            bench.count {
                if case .writeBackFailed = $0 { return true }
                return false
            } == 1)
        #expect(bench.storage.memoryReason == nil)
        bench.store.failWriteBack(false)
        #expect(await bench.poll())
        #expect(await eventually { bench.store.changes.count == 4 })
        #expect(!bench.store.changes.contains { $0.isWhole })
        #expect(bench.storage.errors[.commit] == 1)
        await bench.stop()
    }

    @Test func `a storage that opens later is merged before it is written`() async {
        var held = StoredState()
        held.account = AccountState(
            fingerprint: 1, month: AccountState.Month(of: .example))
        held.account?.monthRequests = 500
        let bench = EngineBench(isStoreOpen: false, reopened: held)
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

    @Test func `what was read once is not merged again after a failure`() async {
        var held = StoredState()
        held.account = AccountState(
            fingerprint: 1, month: AccountState.Month(of: .example))
        held.account?.monthRequests = 500
        let bench = EngineBench(reopened: held)
        bench.start()
        #expect(await eventually { bench.polls == 1 })
        bench.store.set(.breaks)
        #expect(await bench.poll())
        bench.store.set(.works)
        #expect(await bench.poll())
        #expect(await eventually { bench.storage.memoryReason == nil })
        guard case .whole(let stored) = bench.store.changes.last(where: { $0.isWhole }) else {
            Issue.record("no whole write")
            return
        }
        #expect(stored.account?.monthRequests == 3)
        await bench.stop()
    }

    @Test func `another key ends the wait of a gate`() async {
        let bench = EngineBench { number, age in
            guard number == 1 else { return .fresh(age: age) }
            return .failure(
                ExchangeRateError(
                    reason: .rateLimited, message: "", retryAfter: .after(.seconds(3600))))
        }
        bench.start()
        #expect(await eventually { bench.polls == 1 && bench.isAsleep })
        #expect(bench.board.snapshot.account.backoffUntil == .example + .seconds(3780))
        bench.clock.advance(by: .seconds(60))
        await bench.engine.changeKey(fingerprint: 2, isKeyless: false)
        #expect(await eventually { bench.polls == 2 })
        #expect(bench.board.snapshot.account.backoffUntil == nil)
        #expect(!bench.board.snapshot.account.isKeyless)
        await bench.stop()
    }
}

extension StateChange {
    fileprivate var isWhole: Bool {
        switch self {
        case .whole: true
        case .update: false
        }
    }
}
