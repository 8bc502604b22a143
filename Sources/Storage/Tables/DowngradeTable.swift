import Domain
import ExchangeRate

/// The classes that bases miss, since data of another one took their place.
enum DowngradeTable: StateTable {
    static func read(
        from connection: Connection, into reading: inout StateReading
    ) throws(StorageFault) {
        try connection.run(
            "SELECT base, source, checksum FROM missing_classes ORDER BY base, source"
        ) { row in
            guard let base = row.currencyCode(0), let source = row.text(1),
                row.isIntact(0..<2, checksum: 2)
            else {
                reading.note(unreadable: "missing_classes", key: row.text(0))
                return
            }
            reading.state.alerting.downgrades[base, default: []].insert(source)
        }
    }

    static func write(
        _ update: StateUpdate, over written: inout WrittenRows, to connection: Connection
    ) throws(StorageFault) {
        guard let downgrades = update.alerting?.downgrades, downgrades != written.downgrades
        else { return }
        try clear(connection)
        for (base, sources) in downgrades {
            for source in sources {
                try connection.put(
                    "INSERT INTO missing_classes (base, source, checksum) VALUES (?, ?, ?)",
                    [.text(base.text), .text(source)])
            }
        }
        written.downgrades = downgrades
    }

    static func clear(_ connection: Connection) throws(StorageFault) {
        try connection.run("DELETE FROM missing_classes")
    }
}
