import Domain
import Freshness

/// The groups of alerts as each receiver knows them, in their order.
enum GroupTable: StateTable {
    /// What a group is known again by.
    private struct Key: Hashable {
        var receiver: String
        var name: AlertName

        init(_ group: GroupState) {
            receiver = group.receiver
            name = group.name
        }
    }

    static func read(
        from connection: Connection, into reading: inout StateReading
    ) throws(StorageFault) {
        try connection.run(
            """
            SELECT receiver, name, firing, resolved, first_due_at, told_firing, told_at, id,
                origin, checksum
            FROM alert_groups ORDER BY id
            """
        ) { row in
            guard let state = state(row), row.isIntact(0..<9, checksum: 9) else {
                reading.note(unreadable: "alert_groups", key: row.integer(7).map { "\($0)" })
                return
            }
            // What was told and cannot be read is told again.
            let isToldUnreadable = state.told == nil && !(row.isNull(5) && row.isNull(6))
            if isToldUnreadable || row.origin(8) == nil {
                reading.note(unreadable: "alert_groups", key: row.integer(7).map { "\($0)" })
            }
            reading.state.alerting.groups.append(state)
        }
    }

    private static func state(_ row: Row) -> GroupState? {
        guard let receiver = row.text(0),
            let name = row.text(1).flatMap({ AlertName(rawValue: $0) }),
            let firing = row.alerts(2), let resolved = row.alerts(3),
            let firstDueAt = row.timestamp(4)
        else { return nil }
        return GroupState(
            receiver: receiver, name: name, origin: row.origin(8) ?? GroupOrigin(), firing: firing,
            resolved: resolved, firstDueAt: firstDueAt, told: told(row))
    }

    private static func told(_ row: Row) -> GroupState.Told? {
        guard let firing = row.json(5, as: [IdentityRecord].self), let at = row.timestamp(6) else {
            return nil
        }
        return GroupState.Told(firing: Set(firing.map(\.identity)), at: at)
    }

    static func write(
        _ update: StateUpdate, over written: inout WrittenRows, to connection: Connection
    ) throws(StorageFault) {
        guard let groups = update.alerting?.groups else { return }
        if written.groups == nil { try clear(connection) }
        var rows = written.groups ?? RowSequence()
        let (removed, put) = rows.replace(with: groups, by: Key.init)
        for id in removed {
            try connection.run("DELETE FROM alert_groups WHERE id = ?", [.integer(id)])
        }
        for change in put {
            let group = change.element
            var toldFiring = SQLValue.null
            if let told = group.told { toldFiring = try JSONText.encode(told.firing) }
            try connection.put(
                """
                INSERT OR REPLACE INTO alert_groups (
                    receiver, name, firing, resolved, first_due_at, told_firing, told_at, id,
                    origin, checksum
                ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    .text(group.receiver), .text(group.name.rawValue),
                    try written.texts.encode(group.firing),
                    try written.texts.encode(group.resolved),
                    SQLValue(group.firstDueAt), toldFiring, SQLValue(group.told?.at),
                    .integer(change.id),
                    try JSONText.encode(group.origin),
                ])
        }
        written.groups = rows
    }

    static func clear(_ connection: Connection) throws(StorageFault) {
        try connection.run("DELETE FROM alert_groups")
    }
}
