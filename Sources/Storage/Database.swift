import Domain
import Freshness

/// A database that this process holds, of the present schema and free of damage.
final class Database {
    private let folder: StorageFolder
    private let connection: Connection
    private var lock: FolderLock?
    private let identities: [FileIdentity?]
    private var written = WrittenRows()

    /// The names whose files must stay the ones that were opened.
    private static let watchedSuffixes = ["", "-wal"]

    init(folder: StorageFolder, connection: Connection, lock: FolderLock?) {
        self.folder = folder
        self.connection = connection
        self.lock = lock
        identities = Self.watchedSuffixes.map { FileIdentity(of: folder.file + $0) }
    }

    func load() throws(StorageFault) -> StoredState {
        let reading = StateReading(of: connection)
        if let fault = reading.fault { throw fault }
        return reading.state
    }

    func commit(_ change: StateChange) throws(StorageFault) {
        try checkIdentities()
        var rows = written
        // Unknown, unless all of it was written.
        written = WrittenRows()
        try connection.commit(change, over: &rows)
        written = rows
    }

    /// Gives the file free, then the folder.
    func close() {
        connection.close()
        lock = nil
    }

    /// Writing to a file that lost its name succeeds, and is gone with the process.
    private func checkIdentities() throws(StorageFault) {
        for (suffix, identity) in zip(Self.watchedSuffixes, identities)
        where FileIdentity(of: folder.file + suffix) != identity {
            throw StorageFault(
                .failed, "\(folder.file)\(suffix) was removed or replaced while it was in use")
        }
    }
}
