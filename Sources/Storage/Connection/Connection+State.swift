import Domain
import Glibc

extension Connection {
    /// Sets up the connection for this process alone; writes nothing.
    ///
    /// Throws `.held` where another has the file, and `.readOnly` where it can only be read.
    func configure() throws(StorageFault) {
        guard !isReadOnly else { throw readOnlyFault() }
        // Before the first look at the log, which then needs no shared memory beside the file:
        // https://www.sqlite.org/wal.html#use_of_wal_without_shared_memory
        try execute("PRAGMA locking_mode = EXCLUSIVE")
        try execute("PRAGMA cell_size_check = ON")
        try execute("PRAGMA trusted_schema = OFF")
        try execute("PRAGMA foreign_keys = ON")
        // A commit returns when the disk has it, so that it survives a power cut.
        try execute("PRAGMA synchronous = FULL")
    }

    /// Brings the file to the present schema, with a write-ahead log.
    func bringUp(to schema: Schema) throws(StorageFault) {
        var mode: String?
        try execute("PRAGMA journal_mode = WAL") { row in mode = row.text(0) }
        guard mode == "wal" else {
            throw StorageFault(.failed, "\(path): no write-ahead log in journal mode \(mode ?? "")")
        }
        try schema.migrate(self)
    }

    /// Why a file that can only be read is of no use; that another holds it is said first.
    private func readOnlyFault() -> StorageFault {
        // SQLite needs the right to write for an exclusive lock, but a shared one tells of others.
        do {
            _ = try integer("SELECT count(*) FROM sqlite_schema")
        } catch {
            if error.kind == .held { return error }
        }
        guard access(path, W_OK) != 0 else {
            return StorageFault(.readOnly, "cannot write \(path)")
        }
        return StorageFault(errno: errno, doing: "cannot write \(path)")
    }

    /// Reads every page and throws `.corrupt` where one is damaged.
    func checkPages() throws(StorageFault) {
        var finding: String?
        try execute("PRAGMA quick_check(1)") { row in finding = row.text(0) }
        guard finding == "ok" else {
            throw StorageFault(.corrupt, "\(path) is damaged: \(finding ?? "no answer")")
        }
    }

    /// Does what a change says, in one transaction.
    ///
    /// - Parameter written: what is known to be there; after an error it means nothing.
    func commit(_ change: StateChange, over written: inout WrittenRows) throws(StorageFault) {
        try transaction { () throws(StorageFault) in
            switch change {
            case .update(let update):
                for table in stateTables { try table.write(update, over: &written, to: self) }
            case .whole(let state):
                let update = StateUpdate(whole: state)
                written = WrittenRows()
                for table in stateTables {
                    try table.clear(self)
                    try table.write(update, over: &written, to: self)
                }
            }
        }
        written.texts.endCommit()
    }
}
