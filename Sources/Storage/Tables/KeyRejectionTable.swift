import Domain
import ExchangeRate
import Freshness

/// What stands against the key: the last 401, and the bases that the plan does not cover.
enum KeyRejectionTable: StateTable {
    static func read(
        from connection: Connection, into reading: inout StateReading
    ) throws(StorageFault) {
        try connection.run("SELECT last_at, checksum FROM unauthorized") { row in
            guard row.isIntact(0..<1, checksum: 1) else {
                reading.note(unreadable: "unauthorized", key: nil)
                return
            }
            reading.state.alerting.rejections.unauthorizedAt = row.timestamp(0)
        }
        try connection.run("SELECT base, checksum FROM forbidden_bases ORDER BY base") {
            row in
            guard let base = row.currencyCode(0), row.isIntact(0..<1, checksum: 1) else {
                reading.note(unreadable: "forbidden_bases", key: row.text(0))
                return
            }
            reading.state.alerting.rejections.forbidden.insert(base)
        }
    }

    static func write(
        _ update: StateUpdate, over written: inout WrittenRows, to connection: Connection
    ) throws(StorageFault) {
        guard let rejections = update.alerting?.rejections, rejections != written.rejections
        else { return }
        try clear(connection)
        if let lastAt = rejections.unauthorizedAt {
            try connection.put(
                "INSERT INTO unauthorized (id, last_at, checksum) VALUES (1, ?, ?)",
                [SQLValue(lastAt)])
        }
        for base in rejections.forbidden.sorted() {
            try connection.put(
                "INSERT INTO forbidden_bases (base, checksum) VALUES (?, ?)", [.text(base.text)])
        }
        written.rejections = rejections
    }

    static func clear(_ connection: Connection) throws(StorageFault) {
        try connection.run("DELETE FROM unauthorized")
        try connection.run("DELETE FROM forbidden_bases")
    }
}
