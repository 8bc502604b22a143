import CSQLite
import Domain

extension StorageFault {
    /// Says what SQLite answered.
    ///
    /// The codes: https://www.sqlite.org/rescode.html
    ///
    /// SQLite's own text names tables and columns, never values, and the statement shows its
    /// parameters as `?`: nothing that is stored can get into the message.
    ///
    /// - Parameters:
    ///   - code: the result code, extended or not.
    ///   - connection: the handle that the call failed on; nil where there is none.
    ///   - path: the database's file.
    ///   - statement: the SQL that failed.
    init(code: Int32, connection: OpaquePointer?, path: String, statement: String? = nil) {
        let systemError = connection.map { sqlite3_system_errno($0) } ?? 0
        let text = String(cString: connection.map { sqlite3_errmsg($0) } ?? sqlite3_errstr(code))
        var message = "\(path): \(text)"
        if systemError != 0, Self.comesFromTheSystem(code) {
            message += ": \(Self.text(errno: systemError))"
        }
        message += " (SQLite \(code)"
        if let statement { message += " in \(statement)" }
        self.init(Self.kind(code: code, systemError: systemError), message + ")")
    }

    static func kind(code: Int32, systemError: Int32) -> StorageError.Kind {
        // The low byte is the class of the code, the rest its detail.
        switch code & 0xff {
        case SQLITE_BUSY, SQLITE_LOCKED: .held
        case SQLITE_READONLY, SQLITE_PERM: .readOnly
        case SQLITE_FULL: .full
        case SQLITE_CORRUPT, SQLITE_NOTADB: .corrupt
        case SQLITE_IOERR, SQLITE_CANTOPEN: kind(errno: systemError)
        default: .failed
        }
    }

    /// Whether the system's error number belongs to this code and is not left from an older call.
    private static func comesFromTheSystem(_ code: Int32) -> Bool {
        [SQLITE_IOERR, SQLITE_CANTOPEN].contains(code & 0xff)
    }
}
