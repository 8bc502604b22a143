import CSQLite

/// The row that a statement stands on, valid until its next step.
struct Row {
    /// Borrowed from the statement, which outlives the call that the row is given to.
    private let statement: OpaquePointer

    init(statement: OpaquePointer) {
        self.statement = statement
    }

    func isNull(_ column: Int32) -> Bool {
        sqlite3_column_type(statement, column) == SQLITE_NULL
    }

    /// Nil where the column is of a type that is never written, or no UTF-8.
    func value(_ column: Int32) -> SQLValue? {
        switch sqlite3_column_type(statement, column) {
        case SQLITE_NULL: .null
        case SQLITE_INTEGER: integer(column).map { .integer($0) }
        case SQLITE_TEXT: text(column).map { .text($0) }
        case SQLITE_BLOB: blob(column).map { .blob($0) }
        default: nil
        }
    }

    /// Nil where the column is NULL or of another type.
    func integer(_ column: Int32) -> Int64? {
        guard sqlite3_column_type(statement, column) == SQLITE_INTEGER else { return nil }
        return sqlite3_column_int64(statement, column)
    }

    /// Nil where the column is NULL, of another type, or no UTF-8.
    func text(_ column: Int32) -> String? {
        guard sqlite3_column_type(statement, column) == SQLITE_TEXT,
            let bytes = sqlite3_column_text(statement, column)
        else { return nil }
        // The text first, then its count: https://www.sqlite.org/c3ref/column_blob.html
        let count = Int(sqlite3_column_bytes(statement, column))
        return String(
            validating: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }

    /// Nil where the column is NULL or of another type.
    func blob(_ column: Int32) -> [UInt8]? {
        guard sqlite3_column_type(statement, column) == SQLITE_BLOB else { return nil }
        // An empty one has no address. The bytes first, then their count, as for a text.
        let bytes = sqlite3_column_blob(statement, column)
        let count = Int(sqlite3_column_bytes(statement, column))
        return Array(UnsafeRawBufferPointer(start: bytes, count: count))
    }
}
