import Domain
import Freshness
import Polling
import Synchronization
import TestKit
import Testing

@testable import Pipeline

struct JournalTests {
    /// A disk on which each opening ends when a test says so.
    private final class SlowDisk: Sendable {
        private let under = Mutex<[CheckedContinuation<Journal.Opening, Never>]>([])
        private let begun = Mutex(0)

        var openings: Int { begun.withLock { $0 } }

        @Sendable func open() async -> Journal.Opening {
            await withCheckedContinuation { continuation in
                under.withLock { $0.append(continuation) }
                begun.withLock { $0 += 1 }
            }
        }

        func end(_ opening: Journal.Opening) {
            let ended = under.withLock { under in
                defer { under = [] }
                return under
            }
            for continuation in ended { continuation.resume(returning: opening) }
        }
    }

    private static let failure = StorageError(operation: .open, kind: .failed, message: "broken")

    private static var held: StoredState {
        var held = StoredState()
        held.account = AccountState(
            fingerprint: 7, month: AccountState.Month(of: .example))
        return held
    }

    /// Tries to open, on a disk that takes longer than it is waited for.
    private static func reopenLate(
        _ journal: Journal, _ disk: SlowDisk, _ clock: ManualClock
    ) async -> Result<StoredState?, StorageError>? {
        clock.advance(by: Journal.reopenInterval)
        let openings = disk.openings
        async let reopened = journal.reopen()
        let isUnderWay = await eventually {
            disk.openings == openings + 1 && clock.nextWake != nil
        }
        #expect(isUnderWay)
        clock.advance(by: Journal.deadline)
        return await reopened
    }

    @Test func `an opening that comes late is used by the next try, without another wait`() async {
        let (clock, disk, store) = (ManualClock(.example), SlowDisk(), ScriptedStore())
        let journal = Journal(store: nil, isUnread: true, clock: clock, open: disk.open)
        #expect(await Self.reopenLate(journal, disk, clock) == .failure(.timeout(.open)))
        #expect(await journal.reopen() == nil)
        clock.advance(by: Journal.reopenInterval)
        // One opening at a time.
        #expect(await journal.reopen() == nil)
        #expect(disk.openings == 1)
        disk.end(.success((store, Self.held)))
        var reopened: Result<StoredState?, StorageError>?
        #expect(
            await eventually {
                reopened = await journal.reopen()
                return reopened != nil
            })
        #expect(reopened == .success(Self.held))
        #expect(disk.openings == 1)
        guard case .success = await journal.commit(.update(StateUpdate())) else {
            Issue.record("the storage that opened late is not used")
            return
        }
        #expect(store.changes.count == 1)
    }

    @Test func `an opening that fails late is tried anew`() async {
        let (clock, disk) = (ManualClock(.example), SlowDisk())
        let journal = Journal(store: nil, isUnread: true, clock: clock, open: disk.open)
        #expect(await Self.reopenLate(journal, disk, clock) == .failure(.timeout(.open)))
        disk.end(.failure(Self.failure))
        // The end of the first one may be known a little later.
        var results: [Result<StoredState?, StorageError>] = []
        clock.advance(by: Journal.reopenInterval)
        let again = Task { () -> Result<StoredState?, StorageError>? in
            while !Task.isCancelled {
                if let result = await journal.reopen() { return result }
                await Task.yield()
            }
            return nil
        }
        #expect(await eventually { disk.openings == 2 })
        disk.end(.failure(Self.failure))
        if let result = await again.value { results.append(result) }
        #expect(results == [.failure(Self.failure)])
    }

    @Test func `a first opening that comes late is used like any other`() async {
        let (clock, store) = (ManualClock(.example), ScriptedStore())
        let ended = Recorder<Journal.Opening>()
        let journal = Journal(
            store: nil, isUnread: true, clock: clock, lateOpening: { ended.values.last },
            open: { .failure(Self.failure) })
        #expect(await journal.reopen() == nil)
        ended.note(.success((store, Self.held)))
        #expect(await journal.reopen() == .success(Self.held))
    }

    @Test func `a storage that opened late and was never used is given free at the end`() async {
        let (clock, store) = (ManualClock(.example), ScriptedStore())
        let journal = Journal(
            store: nil, isUnread: true, clock: clock,
            lateOpening: { .success((store, StoredState())) },
            open: { .failure(Self.failure) })
        await journal.close()
        #expect(store.isClosed)
    }

    @Test func `an end waits for a disk that hangs no longer than a write`() async {
        let (clock, store) = (ManualClock(.example), ScriptedStore())
        let journal = Journal(store: store, clock: clock) { .failure(Self.failure) }
        store.set(.hangs)
        async let closed: Void = journal.close()
        #expect(await eventually { store.isHanging && clock.nextWake != nil })
        clock.advance(by: Journal.deadline)
        await closed
        #expect(!store.isClosed)
        store.set(.works)
    }
}
