import CSQLite
import Domain

/// A prepared statement, which owns its handle.
final class Statement {
    /// Valid until `deinit`, for no one else finalizes it; used by the one thread that uses the
    /// connection.
    private let handle: OpaquePointer
    private let sql: String
    private let path: String

    /// Prepares one statement on a connection's handle.
    init(_ sql: String, on connection: OpaquePointer, path: String) throws(StorageFault) {
        var prepared: OpaquePointer?
        let code = sqlite3_prepare_v3(
            connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
        guard code == SQLITE_OK else {
            throw StorageFault(code: code, connection: connection, path: path, statement: sql)
        }
        guard let prepared else { throw StorageFault(.failed, "\(path): an empty statement") }
        handle = prepared
        self.sql = sql
        self.path = path
    }

    deinit {
        // Repeats the result of the last step, which was reported when it came.
        sqlite3_finalize(handle)
    }

    /// Runs the statement to its end and gives each row to `body`.
    ///
    /// Rows that came before an error have been given when it is thrown.
    func run(
        _ values: [SQLValue] = [], forEachRow body: (Row) -> Void = { _ in }
    ) throws(StorageFault) {
        defer {
            // Repeats the result of the last step, which is thrown below.
            sqlite3_reset(handle)
            sqlite3_clear_bindings(handle)
        }
        try bind(values)
        while true {
            let code = sqlite3_step(handle)
            switch code {
            case SQLITE_ROW: body(Row(statement: handle))
            case SQLITE_DONE: return
            default: throw fault(code)
            }
        }
    }

    private func bind(_ values: [SQLValue]) throws(StorageFault) {
        precondition(values.count == Int(sqlite3_bind_parameter_count(handle)))
        for (index, value) in zip(Int32(1)..., values) {
            let code =
                switch value {
                case .null:
                    sqlite3_bind_null(handle, index)
                case .integer(let integer):
                    sqlite3_bind_int64(handle, index, integer)
                case .text(let text):
                    // By its count, so that a zero byte does not cut it.
                    text.withCString { bytes in
                        exchangerate_sqlite_bind_text(handle, index, bytes, Int32(text.utf8.count))
                    }
                case .blob([]):
                    // An empty array may have no address, which would bind NULL.
                    sqlite3_bind_zeroblob(handle, index, 0)
                case .blob(let bytes):
                    bytes.withUnsafeBytes { bytes in
                        exchangerate_sqlite_bind_blob(
                            handle, index, bytes.baseAddress, Int32(bytes.count))
                    }
                }
            guard code == SQLITE_OK else { throw fault(code) }
        }
    }

    private func fault(_ code: Int32) -> StorageFault {
        StorageFault(
            code: code, connection: sqlite3_db_handle(handle), path: path, statement: sql)
    }
}
