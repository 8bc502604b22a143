import Domain

extension Connection {
    /// Takes the file for this process alone and brings it to the present schema.
    ///
    /// Throws `.held` where another has it. The owner is looked at before anything is written, so
    /// that the database of another program stays as it is.
    func claim(_ schema: Schema) throws(StorageFault) {
        // Before the first look at the log, which then needs no shared memory beside the file:
        // https://www.sqlite.org/wal.html#use_of_wal_without_shared_memory
        try execute("PRAGMA locking_mode = EXCLUSIVE")
        try execute("PRAGMA cell_size_check = ON")
        try execute("PRAGMA trusted_schema = OFF")
        try execute("PRAGMA foreign_keys = ON")
        // A commit returns when the disk has it, so that it survives a power cut.
        try execute("PRAGMA synchronous = FULL")
        try schema.checkOwner(of: self)
        guard !isReadOnly else { throw StorageFault(.readOnly, "\(path) cannot be written") }
        var mode: String?
        try execute("PRAGMA journal_mode = WAL") { row in mode = row.text(0) }
        guard mode == "wal" else {
            throw StorageFault(.failed, "\(path): no write-ahead log in journal mode \(mode ?? "")")
        }
        try schema.migrate(self)
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
    func commit(_ change: StateChange) throws(StorageFault) {
        try transaction { () throws(StorageFault) in
            switch change {
            case .update(let update):
                for table in stateTables { try table.write(update, to: self) }
            case .whole(let state):
                let update = StateUpdate(
                    account: state.account, bases: state.bases, symbols: state.symbols,
                    polls: state.polls)
                for table in stateTables {
                    try table.clear(self)
                    try table.write(update, to: self)
                }
            }
        }
    }
}
