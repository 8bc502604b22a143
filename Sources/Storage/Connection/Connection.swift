import CSQLite
import Domain
import Freshness

/// A connection to one database file, which owns its handle.
///
/// Not `Sendable`: it is opened without SQLite's own mutex, and used by one thread at a time.
final class Connection {
    let path: String
    /// Nil once closed.
    ///
    /// No one else closes it, and statements keep it alive until they are gone.
    private var handle: OpaquePointer?
    private var statements: [String: Statement] = [:]
    /// How many pages the write-ahead log held after the last commit.
    ///
    /// SQLite writes to it during a commit, which is a call of this connection, and not after the
    /// handle is closed.
    private let logPages = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
    /// How many pages make the log worth writing back; after a failure, how many more.
    private var longLog = Connection.writeBackPages
    // As many as SQLite waits for by itself: https://www.sqlite.org/c3ref/wal_autocheckpoint.html
    private static let writeBackPages: Int32 = 1_000

    /// Opens a file that exists.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - patience: how long to wait for a lock that another holds.
    convenience init(path: String, patience: Duration) throws(StorageFault) {
        try self.init(path: path, name: Self.plainName(path), flags: SQLITE_OPEN_READWRITE)
        let milliseconds = Int32(clamping: patience.clampedNanoseconds / 1_000_000)
        let code = sqlite3_busy_timeout(handle, milliseconds)
        guard code == SQLITE_OK else {
            throw StorageFault(code: code, connection: handle, path: path)
        }
    }

    /// A path as SQLite takes it for one: Debian's reads a name that begins with "file:" as a URI.
    static func plainName(_ path: String) -> String {
        path.hasPrefix("/") ? path : "./\(path)"
    }

    /// Opens what SQLite knows by a name.
    ///
    /// - Parameters:
    ///   - path: what messages call it.
    ///   - name: a path, a URI or `:memory:`.
    ///   - flags: those of `sqlite3_open_v2` that say for what.
    ///   - layer: SQLite's name of what is between it and the system; nil for the usual one.
    init(
        path: String, name: String, flags: Int32, layer: String? = nil
    ) throws(StorageFault) {
        self.path = path
        logPages.initialize(to: 0)
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(
            name, &opened, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, layer)
        guard code == SQLITE_OK, let opened else {
            let fault = StorageFault(code: code, connection: opened, path: path)
            // A handle comes with most errors too, and wants closing.
            sqlite3_close_v2(opened)
            throw fault
        }
        handle = opened
    }

    deinit {
        close()
        logPages.deallocate()
    }

    /// Leaves it to `writeBack` to bring what is in the log into the database.
    ///
    /// By itself SQLite does so within every commit that finds the log long, which then takes two
    /// more waits for the disk: https://www.sqlite.org/c3ref/wal_hook.html
    func separateWriteBack() {
        sqlite3_wal_hook(
            handle,
            { pages, _, _, count in
                pages?.assumingMemoryBound(to: Int32.self).pointee = count
                return SQLITE_OK
            }, logPages)
    }

    /// Whether the log has become so long that it is to be written back.
    var isLogLong: Bool { logPages.pointee >= longLog }

    /// Brings what is in the log into the database; the next commit then begins the log anew.
    ///
    /// After a failure the log first grows by as much again, so that a disk that takes nothing is
    /// not asked with every commit.
    func writeBack() throws(StorageFault) {
        longLog = logPages.pointee + Self.writeBackPages
        do {
            try execute("PRAGMA wal_checkpoint(PASSIVE)")
        } catch {
            throw StorageFault(error.kind, "the log cannot be written back: \(error.message)")
        }
        logPages.pointee = 0
        longLog = Self.writeBackPages
    }

    /// Has closing leave the log as it is, which else is brought into the database and removed.
    func keepLog() {
        _ = exchangerate_sqlite_keep_log_on_close(handle)
    }

    /// Copies every page into another database, as it is with what the log holds.
    func copy(into target: Connection) throws(StorageFault) {
        guard let backup = sqlite3_backup_init(target.handle, "main", handle, "main") else {
            throw StorageFault(
                code: sqlite3_extended_errcode(target.handle), connection: target.handle,
                path: path)
        }
        let code = sqlite3_backup_step(backup, -1)
        // Repeats the result of the step.
        sqlite3_backup_finish(backup)
        guard code == SQLITE_DONE else {
            throw StorageFault(code: code, connection: handle, path: path)
        }
    }

    /// Gives the locks free; every later call throws.
    func close() {
        statements = [:]
        // With no statement left the handle goes at once, and always: where the last checkpoint
        // cannot be written, the write-ahead log stays and the next opening reads it.
        sqlite3_close_v2(handle)
        handle = nil
    }

    /// Whether SQLite could open the file for reading alone.
    var isReadOnly: Bool {
        sqlite3_db_readonly(handle, "main") != 0
    }

    /// Runs one statement that is not worth keeping, with its rows.
    func execute(
        _ sql: String, forEachRow body: (Row) -> Void = { _ in }
    ) throws(StorageFault) {
        try prepare(sql).run(forEachRow: body)
    }

    /// Runs a statement that is prepared once and kept.
    func run(
        _ sql: String, _ values: [SQLValue] = [], forEachRow body: (Row) -> Void = { _ in }
    ) throws(StorageFault) {
        if let statement = statements[sql] {
            try statement.run(values, forEachRow: body)
        } else {
            let statement = try prepare(sql)
            statements[sql] = statement
            try statement.run(values, forEachRow: body)
        }
    }

    /// Reads one integer, such as a pragma's.
    func integer(_ sql: String) throws(StorageFault) -> Int64 {
        var found: Int64?
        try execute(sql) { row in found = row.integer(0) }
        guard let found else { throw StorageFault(.failed, "\(path): no answer to \(sql)") }
        return found
    }

    /// Does all of `body` or nothing of it.
    func transaction(_ body: () throws(StorageFault) -> Void) throws(StorageFault) {
        try run("BEGIN IMMEDIATE")
        do {
            try body()
            try run("COMMIT")
        } catch {
            // Some errors have ended the transaction already. A rollback that fails leaves it open:
            // the next one is refused, and opening the file again rolls it back.
            if sqlite3_get_autocommit(handle) == 0 { try? run("ROLLBACK") }
            throw error
        }
    }

    private func prepare(_ sql: String) throws(StorageFault) -> Statement {
        guard let handle else { throw StorageFault(.failed, "\(path): the store is closed") }
        return try Statement(sql, on: handle, path: path)
    }
}
