import Domain

/// What has been read of the state, and what could not be.
///
/// A field that cannot be read is nil where nil has a meaning; else its row is left out. The rest of
/// the state is kept either way: a wrong letter in one row must not cost the memory of a gate.
struct StateReading {
    var state = StoredState()
    /// The rows with something unreadable, by table and key.
    private(set) var unreadable: [String] = []
    /// What ended the reading of a table before its last row.
    private(set) var fault: StorageFault?

    /// Reads every table, each as far as it goes.
    init(of connection: Connection) {
        for table in stateTables {
            do {
                try table.read(from: connection, into: &self)
            } catch {
                fault = fault ?? error
            }
        }
    }

    /// Notes a row of which something could not be read.
    mutating func note(unreadable table: String, key: String?) {
        unreadable.append(key.map { "\(table) \($0)" } ?? table)
    }
}
