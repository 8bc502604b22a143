import Domain
import Freshness

/// Opens the database of a folder, in whatever state it finds it.
struct DatabaseOpener: Sendable {
    var folder: StorageFolder
    var schema = Schema.current
    /// Whether what cannot be written is read.
    var readsUnwritable = true

    /// Keeps other daemons off; nil where the file system knows no locks on folders.
    var lockFolder: @Sendable (String) throws(StorageFault) -> FolderLock? = Self.lock

    /// How long a lock that another holds is waited for: more than a process takes to end, less than
    /// a person waits for an error.
    static let patience = Duration.milliseconds(250)

    @Sendable private static func lock(_ path: String) throws(StorageFault) -> FolderLock? {
        try FolderLock.take(path, patience: patience)
    }

    enum Opening {
        case writable(Database, [StorageNotice])
        case readable(StoredState, StorageFault)
        case held(StorageFault)
        case unavailable(StorageFault)
    }

    private enum Claim {
        case sound(Connection, StateReading)
        /// Closing it leaves the log where it is.
        case damaged(Connection?, StorageFault)
        /// Another program's, or a newer version's.
        case refused(StorageFault)
    }

    /// Opens the folder.
    ///
    /// - Parameter now: the time that the name of a damaged file gets.
    func open(at now: Timestamp) -> Opening {
        do {
            try folder.create()
            let lock = try lockFolder(folder.path)
            do {
                return try claimOrReplace(lock, at: now)
            } catch  where error.kind == .held && lock == nil {
                // On a file system without locks on folders, which SQLite's stands for.
                return .held(error)
            } catch {
                return readCopy(after: error)
            }
        } catch {
            return error.kind == .held ? .held(error) : .unavailable(error)
        }
    }

    private func claimOrReplace(
        _ lock: FolderLock?, at now: Timestamp
    ) throws(StorageFault) -> Opening {
        let resumed = try folder.resumeReplacement(at: now)
        switch try claim() {
        case .sound(let connection, let reading):
            if folder.hasDraft { folder.removeDraft() }
            let notices = resumed.map {
                [
                    StorageNotice.movedAside(
                        to: $0, reason: "a start before this one ended while it did so",
                        rescuedRows: reading.state.rowCount)
                ]
            }
            return .writable(
                Database(folder: folder, connection: connection, lock: lock),
                (notices ?? []) + reading.notices)
        case .refused(let fault):
            return .unavailable(fault)
        case .damaged(let damaged, let fault):
            let rescued = damaged.map { StateReading(of: $0).state } ?? StoredState()
            do {
                return try replace(damaged, after: fault, with: rescued, lock, at: now)
            } catch {
                return rescued.rowCount > 0 ? .readable(rescued, error) : .unavailable(error)
            }
        }
    }

    private func replace(
        _ damaged: Connection?, after fault: StorageFault, with rescued: StoredState,
        _ lock: FolderLock?, at now: Timestamp
    ) throws(StorageFault) -> Opening {
        try makeSuccessor(with: rescued)
        let target = try install(after: damaged, at: now)
        guard case .sound(let connection, _) = try claim() else { throw fault }
        let notice = StorageNotice.movedAside(
            to: target, reason: fault.message, rescuedRows: rescued.rowCount)
        return .writable(Database(folder: folder, connection: connection, lock: lock), [notice])
    }

    /// Has the successor take the place of the damaged database, and returns the name of that.
    private func install(
        after damaged: Connection?, at now: Timestamp
    ) throws(StorageFault) -> String {
        guard let lock = try folder.lockSuccessor() else {
            throw StorageFault(.failed, "\(folder.successor.file) is gone")
        }
        defer { lock.release() }
        let target: String
        do {
            target = try folder.moveAside(at: now)
        } catch {
            // Once the database has another name, what was read of it is nowhere else.
            folder.removeNeedlessSuccessor()
            throw error
        }
        damaged?.close()
        try folder.installSuccessor()
        return target
    }

    private func makeSuccessor(with state: StoredState) throws(StorageFault) {
        folder.removeDraft()
        do {
            try folder.draft.createFile()
            let connection = try Connection(path: folder.draft.file, patience: Self.patience)
            // Brings the log into the file.
            defer { connection.close() }
            try connection.configure()
            try connection.bringUp(to: schema)
            var written = WrittenRows()
            try connection.commit(.whole(state), over: &written)
        } catch {
            folder.removeDraft()
            throw error
        }
        try folder.finishDraft()
    }

    private func claim() throws(StorageFault) -> Claim {
        if try folder.hasOrphanedLog() {
            return .damaged(
                nil,
                StorageFault(.corrupt, "\(folder.file) is missing or empty, but its log is not"))
        }
        try folder.createFile()
        let connection = try Connection(path: folder.file, patience: Self.patience)
        do {
            try connection.configure()
            if let refusal = try schema.refusal(of: connection) { return .refused(refusal) }
            try connection.bringUp(to: schema)
            try connection.checkPages()
        } catch {
            guard error.kind == .corrupt else { throw error }
            connection.keepLog()
            return .damaged(connection, error)
        }
        let reading = StateReading(of: connection)
        if let fault = reading.fault {
            guard fault.kind == .corrupt else { throw fault }
            connection.keepLog()
            return .damaged(connection, fault)
        }
        return .sound(connection, reading)
    }

    /// Reads what a folder holds that cannot be written.
    private func readCopy(after fault: StorageFault) -> Opening {
        guard readsUnwritable else { return .unavailable(fault) }
        do {
            let source = folder.hasSuccessorAlone ? folder.successor : folder
            guard try source.fileSize() ?? 0 > 0 else { return .unavailable(fault) }
            let connection = try Connection(copyOf: source)
            defer { connection.close() }
            try connection.configure()
            do {
                if let refusal = try schema.refusal(of: connection) { return .unavailable(refusal) }
                try schema.migrate(connection)
            } catch {
                // A damaged one is read as far as it goes.
                guard error.kind == .corrupt else { throw error }
            }
            let reading = StateReading(of: connection)
            guard reading.fault == nil || reading.state.rowCount > 0 else {
                return .unavailable(fault)
            }
            return .readable(reading.state, fault)
        } catch {
            // That it cannot be copied either says less than why it cannot be opened.
            return .unavailable(fault)
        }
    }
}
