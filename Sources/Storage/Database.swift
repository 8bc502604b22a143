import Domain
import Freshness

/// A database that this process holds, of the present schema and free of damage.
final class Database {
    private let folder: StorageFolder
    private let connection: Connection
    private var lock: FolderLock?
    /// The database and its log.
    private var files: [WatchedFile]
    private var written = WrittenRows()

    init(folder: StorageFolder, connection: Connection, lock: FolderLock?) {
        self.folder = folder
        self.connection = connection
        self.lock = lock
        connection.separateWriteBack()
        files = ["", "-wal"].map { WatchedFile(folder.file + $0) }
    }

    /// Brings what is in the log into the database, where the log has become long.
    ///
    /// What the disk does not take now stays in the log.
    func writeBack() throws(StorageFault) {
        guard connection.isLogLong else { return }
        defer { for index in files.indices { files[index].noteGrowth() } }
        try connection.writeBack()
    }

    func load() throws(StorageFault) -> StoredState {
        let reading = StateReading(of: connection)
        if let fault = reading.fault { throw fault }
        return reading.state
    }

    func commit(_ change: StateChange) throws(StorageFault) {
        try checkFiles()
        defer { for index in files.indices { files[index].noteGrowth() } }
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

    /// Writing to a file that lost its name succeeds, and is gone with the process; so it may be
    /// with one that was emptied.
    private func checkFiles() throws(StorageFault) {
        for file in files where !file.isIntact {
            throw StorageFault(
                .failed, "\(file.path) was removed, replaced or cut while it was in use")
        }
    }
}
