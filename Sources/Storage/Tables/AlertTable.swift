import Domain
import ExchangeRate
import Freshness

/// Pending and firing alerts.
enum AlertTable: StateTable {
    static func read(
        from connection: Connection, into reading: inout StateReading
    ) throws(StorageFault) {
        try connection.run(
            """
            SELECT name, base, phase, labels, annotations, starts_at, held_for, clear_for,
                checksum
            FROM alerts ORDER BY name, base
            """
        ) { row in
            guard let key = key(row), let state = state(row), row.isIntact(0..<8, checksum: 8)
            else {
                reading.note(unreadable: "alerts", key: text(row))
                return
            }
            reading.state.alerting.alerts[key] = state
        }
    }

    private static func key(_ row: Row) -> AlertKey? {
        guard let name = row.text(0).flatMap({ AlertName(rawValue: $0) }), let base = row.text(1)
        else { return nil }
        if base.isEmpty { return AlertKey(name: name) }
        return CurrencyCode(base).map { AlertKey(name: name, base: $0) }
    }

    private static func text(_ row: Row) -> String? {
        guard let name = row.text(0), let base = row.text(1) else { return nil }
        return base.isEmpty ? name : "\(name) \(base)"
    }

    private static func state(_ row: Row) -> AlertState? {
        guard let phase = row.text(2).flatMap({ AlertState.Phase(rawValue: $0) }),
            let labels = row.json(3, as: [String: String].self),
            let annotations = row.json(4, as: [String: String].self),
            let startsAt = row.timestamp(5), let heldFor = row.duration(6)
        else { return nil }
        return AlertState(
            phase: phase, labels: labels, annotations: annotations, startsAt: startsAt,
            heldFor: heldFor, clearFor: row.duration(7))
    }

    static func write(
        _ update: StateUpdate, over written: inout WrittenRows, to connection: Connection
    ) throws(StorageFault) {
        guard let alerts = update.alerting?.alerts else { return }
        if written.alerts == nil { try clear(connection) }
        let former = written.alerts ?? [:]
        for key in former.keys where alerts[key] == nil {
            try connection.run(
                "DELETE FROM alerts WHERE name = ? AND base = ?",
                [.text(key.name.rawValue), .text(key.base?.text ?? "")])
        }
        for (key, state) in alerts where former[key] != state {
            try connection.put(
                """
                INSERT OR REPLACE INTO alerts (
                    name, base, phase, labels, annotations, starts_at, held_for, clear_for,
                    checksum
                ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    .text(key.name.rawValue), .text(key.base?.text ?? ""),
                    .text(state.phase.rawValue), try JSONText.encode(state.labels),
                    try JSONText.encode(state.annotations), SQLValue(state.startsAt),
                    SQLValue(state.heldFor), SQLValue(state.clearFor),
                ])
        }
        written.alerts = alerts
    }

    static func clear(_ connection: Connection) throws(StorageFault) {
        try connection.run("DELETE FROM alerts")
    }
}
