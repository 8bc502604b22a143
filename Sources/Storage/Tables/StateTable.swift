import Domain

/// One part of the state in its tables.
protocol StateTable: SendableMetatype {
    /// Puts the rows that can be read into `reading`, in a fixed order, and notes the others.
    static func read(
        from connection: Connection, into reading: inout StateReading
    ) throws(StorageFault)

    /// Writes this part of an update, as far as it differs from what is known to be there.
    static func write(
        _ update: StateUpdate, over written: inout WrittenRows, to connection: Connection
    ) throws(StorageFault)

    /// Removes every row.
    static func clear(_ connection: Connection) throws(StorageFault)
}

/// Every part of the state, in the order in which they are read and written.
let stateTables: [any StateTable.Type] = [
    AccountTable.self, BaseTable.self, SymbolTable.self, PollTable.self, AlertTable.self,
    GroupTable.self, OutboxTable.self, FeedTable.self, AnswerTable.self, KeyRejectionTable.self,
    DowngradeTable.self,
]
