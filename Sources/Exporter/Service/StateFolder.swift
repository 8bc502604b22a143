import Domain
import Freshness
import Pipeline
import Storage

/// The state that a run begins with, and what writes it.
struct StateFolder {
    let journal: Journal
    let stored: StoredState
    let storage: StorageSnapshot

    /// Opens the folder; throws where another daemon holds it.
    ///
    /// - Parameter path: nil keeps the state in memory.
    static func open(
        _ path: String?, clock: any TimeSource, logger: Logger
    ) async throws(StorageError) -> StateFolder {
        guard let path else {
            logger.warn("the state is kept in memory and ends with the process")
            return StateFolder(
                journal: Journal(store: MemoryStore(), clock: clock) {
                    .success((MemoryStore(), StoredState()))
                },
                stored: StoredState(),
                storage: StorageSnapshot(memoryReason: "--storage.path is empty"))
        }
        let reopen: Journal.Open = {
            // What cannot be written was read by the first opening, or will be once it can.
            result(of: await open(path, readsUnwritable: false, clock: clock, logger: logger))
        }
        let opening = BoundedCall(clock: clock, within: Journal.deadline) {
            await open(path, readsUnwritable: true, clock: clock, logger: logger)
        }
        switch await opening.value() {
        case .stored(let store, let stored, let isDamaged):
            return StateFolder(
                journal: Journal(store: store, clock: clock, open: reopen), stored: stored,
                storage: StorageSnapshot(errors: isDamaged ? [.load: 1] : [:]))
        case .held(let error):
            throw error
        case .unwritable(let stored, let error):
            return unwritable(stored, error, clock: clock, logger: logger, reopen: reopen)
        case nil:
            return unwritable(
                nil, .timeout(.open), clock: clock, logger: logger,
                lateOpening: { opening.result.map(result(of:)) }, reopen: reopen)
        }
    }

    /// What came of opening and reading a folder.
    private enum Opening {
        /// Whether not all could be read: there is what could.
        case stored(SQLiteStore, StoredState, isDamaged: Bool)
        /// With what could be read all the same; nil where nothing could.
        case unwritable(StoredState?, StorageError)
        case held(StorageError)
    }

    private static func unwritable(
        _ stored: StoredState?, _ error: StorageError, clock: any TimeSource, logger: Logger,
        lateOpening: (@Sendable () -> Journal.Opening?)? = nil, reopen: @escaping Journal.Open
    ) -> StateFolder {
        logger.error(
            "the state cannot be stored, the daemon goes on from memory",
            ["operation": error.operation.rawValue, "detail": error.message])
        return StateFolder(
            journal: Journal(
                store: nil, isUnread: stored == nil, clock: clock, lateOpening: lateOpening,
                open: reopen),
            stored: stored ?? StoredState(),
            storage: StorageSnapshot(
                errors: [error.operation: 1], memoryReason: error.message))
    }

    private static func open(
        _ path: String, readsUnwritable: Bool, clock: any TimeSource, logger: Logger
    ) async -> Opening {
        switch await SQLiteStore.open(
            path, now: clock.now.timestamp, readsUnwritable: readsUnwritable)
        {
        case .writable(let store, let notices):
            log(notices, to: logger)
            do throws(StorageError) {
                return .stored(store, try await store.load(), isDamaged: !notices.isEmpty)
            } catch {
                await store.close()
                return .unwritable(nil, error)
            }
        case .readable(let stored, let error): return .unwritable(stored, error)
        case .unavailable(let error): return .unwritable(nil, error)
        case .held(let error): return .held(error)
        }
    }

    /// A folder that another daemon took meanwhile is an error like others then: this one goes on
    /// from memory.
    private static func result(of opening: Opening) -> Journal.Opening {
        switch opening {
        case .stored(let store, let stored, _): .success((store, stored))
        case .unwritable(_, let error), .held(let error): .failure(error)
        }
    }

    private static func log(_ notices: [StorageNotice], to logger: Logger) {
        for notice in notices {
            logger.warn("the state was damaged", ["detail": notice.description])
        }
    }
}
