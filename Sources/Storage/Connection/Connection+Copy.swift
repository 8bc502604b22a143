import CSQLite
import Domain
import Glibc

extension Connection {
    /// The most that is copied: many times the state of every currency against every other, and
    /// little for a memory.
    private static let maximumSize: Int64 = 64 << 20

    /// Copies a database that cannot be written, with what its log holds, into memory.
    ///
    /// SQLite opens no database with a write-ahead log where it can write nothing, and a file
    /// elsewhere would outlive a process that is killed:
    /// https://www.sqlite.org/wal.html#read_only_databases
    convenience init(copyOf folder: StorageFolder) throws(StorageFault) {
        let log = "\(folder.file)-wal"
        for path in [folder.file, log] where Self.size(of: path) > Self.maximumSize {
            throw StorageFault(.failed, "\(path) is too large to be a state")
        }
        let source = try Self.reading(folder.file, hasLog: FileIdentity(of: log) != nil)
        defer { source.close() }
        try self.init(
            path: folder.file, name: ":memory:", flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
        try source.copy(into: self)
    }

    /// Opens a database that nobody else writes, for reading alone.
    private static func reading(_ path: String, hasLog: Bool) throws(StorageFault) -> Connection {
        guard hasLog else {
            // Without this it would make a log: https://www.sqlite.org/uri.html#uriimmutable
            return try Connection(
                path: path, name: "file:\(escaped(path))?immutable=1",
                flags: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI)
        }
        // In exclusive mode the index of the log is in memory. The lock that goes with it wants the
        // right to write, but in the layer that has none: https://www.sqlite.org/vfs.html
        let connection = try Connection(
            path: path, name: plainName(path),
            flags: SQLITE_OPEN_READONLY, layer: "unix-none")
        try connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        return connection
    }

    private static func size(of path: String) -> Int64 {
        var status = stat()
        return stat(path, &status) == 0 ? Int64(status.st_size) : 0
    }

    /// A path as a URI holds it.
    private static func escaped(_ path: String) -> String {
        path.replacing("%", with: "%25").replacing("?", with: "%3f").replacing("#", with: "%23")
    }
}
