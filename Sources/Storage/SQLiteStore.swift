public import Domain
public import Freshness

/// The state in an SQLite database, on a thread of its own.
///
/// One process at a time has a folder: from `open` until `close`, or its end, however it ends. After
/// a failed commit nothing of it is written. `.full` can pass by itself; after any other kind, close
/// the store and open the folder again: a damaged file is then moved aside, a removed one made anew.
public actor SQLiteStore: StateStore {
    private let executor = StorageExecutor()
    /// Nil before it is opened and after it was closed.
    private var database: Database?

    private init() {}

    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// Opens the state of a folder, which is made where it is missing.
    ///
    /// A damaged database is moved aside as `state.sqlite.corrupt-` and the time, and a new one
    /// begins with what could be read. One of another program or of a newer version is left as it
    /// is. A folder that cannot be written is read from a copy in memory.
    ///
    /// - Parameters:
    ///   - folder: the path of the folder; not empty.
    ///   - now: the present time, for the name of a damaged file.
    ///   - readsUnwritable: whether a folder that cannot be written is read; else it is unavailable.
    public static func open(
        _ folder: String, now: Timestamp, readsUnwritable: Bool = true
    ) async -> StorageOpening {
        let opener = DatabaseOpener(
            folder: StorageFolder(path: folder), readsUnwritable: readsUnwritable)
        return await open(opener, now: now)
    }

    static func open(_ opener: DatabaseOpener, now: Timestamp) async -> StorageOpening {
        await SQLiteStore().start(opener, now: now)
    }

    private func start(_ opener: DatabaseOpener, now: Timestamp) -> StorageOpening {
        switch opener.open(at: now) {
        case .writable(let opened, let notices):
            database = opened
            return .writable(self, notices)
        case .readable(let state, let fault):
            return .readable(state, StorageError(.open, fault))
        case .held(let fault):
            return .held(StorageError(.open, fault))
        case .unavailable(let fault):
            return .unavailable(StorageError(.open, fault))
        }
    }

    public func load() async throws(StorageError) -> StoredState {
        do {
            return try opened.load()
        } catch {
            throw StorageError(.load, error)
        }
    }

    public func commit(_ change: StateChange) async throws(StorageError) {
        do {
            try opened.commit(change)
        } catch {
            throw StorageError(.commit, error)
        }
    }

    /// Brings the write-ahead log into the database, where it has become long.
    public func writeBack() async throws(StorageError) {
        do {
            try opened.writeBack()
        } catch {
            throw StorageError(.commit, error)
        }
    }

    public func close() async {
        database?.close()
        database = nil
    }

    private var opened: Database {
        get throws(StorageFault) {
            guard let database else { throw StorageFault(.failed, "the store is closed") }
            return database
        }
    }
}
