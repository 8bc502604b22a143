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
        let reopen: Journal.Open = { await open(again: path, clock: clock, logger: logger) }
        switch await SQLiteStore.open(path, now: clock.now.timestamp) {
        case .writable(let store, let notices):
            log(notices, to: logger)
            let stored = try await store.load()
            return StateFolder(
                journal: Journal(store: store, clock: clock, open: reopen), stored: stored,
                storage: StorageSnapshot())
        case .held(let error):
            throw error
        case .readable(let stored, let error):
            return unwritable(stored, error, clock: clock, logger: logger, reopen: reopen)
        case .unavailable(let error):
            return unwritable(StoredState(), error, clock: clock, logger: logger, reopen: reopen)
        }
    }

    private static func unwritable(
        _ stored: StoredState, _ error: StorageError, clock: any TimeSource, logger: Logger,
        reopen: @escaping Journal.Open
    ) -> StateFolder {
        logger.error(
            "the state cannot be stored, the daemon goes on from memory",
            ["operation": error.operation.rawValue, "detail": error.message])
        return StateFolder(
            journal: Journal(store: nil, clock: clock, open: reopen), stored: stored,
            storage: StorageSnapshot(
                errors: [error.operation: 1], memoryReason: error.message))
    }

    /// A folder that another daemon took meanwhile is an error like others then: this one goes on
    /// from memory.
    private static func open(
        again path: String, clock: any TimeSource, logger: Logger
    ) async -> Result<(store: any StateStore, stored: StoredState), StorageError> {
        switch await SQLiteStore.open(path, now: clock.now.timestamp) {
        case .writable(let store, let notices):
            log(notices, to: logger)
            do throws(StorageError) {
                return .success((store, try await store.load()))
            } catch {
                await store.close()
                return .failure(error)
            }
        case .held(let error), .readable(_, let error), .unavailable(let error):
            return .failure(error)
        }
    }

    private static func log(_ notices: [StorageNotice], to logger: Logger) {
        for notice in notices {
            logger.warn("the state was damaged", ["detail": notice.description])
        }
    }
}
