import Domain

/// Whose a database is, and how it becomes one of the present version.
struct Schema: Sendable {
    /// "XCHG", in the header of every file of ours.
    ///
    /// Where it stands: https://www.sqlite.org/fileformat2.html#application_id
    static let applicationID: Int64 = 0x5843_4847

    static let current = Schema(migrations: Migration.all)

    /// In order of their versions.
    var migrations: [Migration]

    /// Whose a database is.
    enum Owner: Hashable {
        /// Nobody's: it holds nothing.
        case nobody
        case us(version: Int64)
        case newerUs(version: Int64)
        case another
    }

    /// The version that the migrations lead to.
    var version: Int64 { migrations.last?.version ?? 0 }

    func owner(of connection: Connection) throws(StorageFault) -> Owner {
        let application = try connection.integer("PRAGMA application_id")
        let found = try connection.integer("PRAGMA user_version")
        let objects = try connection.integer("SELECT count(*) FROM sqlite_schema")
        if application == Self.applicationID, found > 0 {
            return found > version ? .newerUs(version: found) : .us(version: found)
        }
        return application == 0 && found == 0 && objects == 0 ? .nobody : .another
    }

    /// Why a database must be left as it is; nil where it is ours or nobody's.
    func refusal(of connection: Connection) throws(StorageFault) -> StorageFault? {
        switch try owner(of: connection) {
        case .nobody, .us: nil
        case .newerUs(let found):
            StorageFault(
                .newerSchema,
                "\(connection.path) was written by a newer version of this program (schema"
                    + " \(found), this one knows \(version)): run that version, or choose another"
                    + " folder")
        case .another:
            StorageFault(
                .failed,
                "\(connection.path) is the database of another program: choose another folder")
        }
    }

    /// Brings a database that is ours or nobody's to the present version, all steps in one
    /// transaction.
    func migrate(_ connection: Connection) throws(StorageFault) {
        let present = try connection.integer("PRAGMA user_version")
        let pending = migrations.filter { $0.version > present }
        guard let last = pending.last else { return }
        try connection.transaction { () throws(StorageFault) in
            for statement in pending.flatMap(\.statements) { try connection.execute(statement) }
            try connection.execute("PRAGMA application_id = \(Self.applicationID)")
            try connection.execute("PRAGMA user_version = \(last.version)")
        }
    }
}
