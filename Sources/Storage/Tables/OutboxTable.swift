import Domain
import Freshness

/// Undelivered notifications, in the order in which they are sent, with their frozen bodies.
enum OutboxTable: StateTable {
    /// A row whose bodies are yet to come.
    private struct Entry {
        var id: Int64
        var item: OutboxItem
        var bodyCount: Int
        /// What is left of its row to be checked with the bodies.
        var frozen: [SQLValue?]
        var checksum: Int64?
    }

    static func read(
        from connection: Connection, into reading: inout StateReading
    ) throws(StorageFault) {
        var entries: [Entry] = []
        // Also where the reading of a table ends early: what is whole until there is kept.
        defer { take(entries, into: &reading) }
        try connection.run(
            """
            SELECT id, notification_id, receiver, name, reason, created_at, alerts, body_count,
                attempts, next_attempt_at, retry_after, last_failure, receiver_type,
                delivered_bodies, origin, checksum, tries_checksum
            FROM outbox ORDER BY id
            """
        ) { row in
            guard let entry = entry(row), row.isIntact(triesColumns, checksum: 16) else {
                reading.note(unreadable: "outbox", key: row.integer(0).map { "\($0)" })
                return
            }
            if !isWhole(entry, row) {
                reading.note(unreadable: "outbox", key: "\(entry.id)")
            }
            entries.append(entry)
        }
        // One by one, so that a damaged page costs no bodies but its own.
        var fault: StorageFault?
        for index in entries.indices {
            do {
                try connection.run(
                    "SELECT body, checksum FROM outbox_bodies WHERE item = ? ORDER BY position",
                    [.integer(entries[index].id)]
                ) { row in
                    // Bodies of older versions have no checksum.
                    if let body = row.blob(0),
                        row.isNull(1) || row.integer(1) == Checksum.of(body)
                    {
                        entries[index].item.bodies.append(body)
                    }
                }
            } catch {
                fault = fault ?? error
            }
        }
        if let fault { throw fault }
    }

    /// A notification without all its bodies cannot be sent as it was meant; its group, which has
    /// not told it, makes another one.
    private static func take(
        _ entries: [Entry], into reading: inout StateReading
    ) {
        for entry in entries {
            if entry.item.bodies.count == entry.bodyCount, isIntact(entry) {
                reading.state.alerting.outbox.append(entry.item)
            } else {
                reading.note(unreadable: "outbox", key: "\(entry.id)")
            }
        }
    }

    private static func isIntact(_ entry: Entry) -> Bool {
        entry.checksum == nil
            || entry.checksum == checksum(of: entry.frozen, with: entry.item.bodies)
    }

    /// The checksum of what tries do not change, with bodies in their order.
    private static func checksum(of frozen: [SQLValue?], with bodies: [[UInt8]]) -> Int64 {
        Checksum.of(frozen + bodies.map { .integer(Checksum.of($0)) })
    }

    /// The columns that tries change, and the others.
    private static let triesColumns: [Int32] = [8, 9, 10, 11, 13]
    private static let frozenColumns: [Int32] = [0, 1, 2, 3, 4, 5, 6, 7, 12, 14]

    /// Whether nothing of a row was left out, without which the notification can be sent as well.
    private static func isWhole(_ entry: Entry, _ row: Row) -> Bool {
        (entry.item.lastFailure != nil || row.isNull(11)) && row.text(12) != nil
            && entry.item.deliveredBodies == row.count(13) && row.origin(14) != nil
    }

    private static func entry(_ row: Row) -> Entry? {
        guard let id = row.integer(0), let notificationID = row.text(1),
            let receiver = row.text(2),
            let name = row.text(3).flatMap({ AlertName(rawValue: $0) }),
            let reason = row.text(4).flatMap({ Notification.Reason(rawValue: $0) }),
            let createdAt = row.timestamp(5), let alerts = row.alerts(6),
            let bodyCount = row.count(7), let attempts = row.count(8),
            row.isNull(15) || row.integer(15) != nil
        else { return nil }
        var item = OutboxItem(
            notification: Notification(
                id: notificationID, receiver: receiver, group: AlertGroup(name),
                origin: row.origin(14) ?? GroupOrigin(), reason: reason, createdAt: createdAt,
                alerts: alerts),
            // Bodies of no type are made anew.
            receiverType: row.text(12) ?? "", bodies: [])
        if let delivered = row.count(13), delivered <= bodyCount {
            item.deliveredBodies = delivered
        }
        item.attempts = attempts
        item.nextAttemptAt = row.timestamp(9)
        item.retryAfter = row.timestamp(10)
        item.lastFailure = row.text(11).flatMap { DeliveryFailure(rawValue: $0) }
        return Entry(
            id: id, item: item, bodyCount: bodyCount, frozen: frozenColumns.map(row.value),
            checksum: row.integer(15))
    }

    static func write(
        _ update: StateUpdate, over written: inout WrittenRows, to connection: Connection
    ) throws(StorageFault) {
        guard let outbox = update.alerting?.outbox else { return }
        if written.outbox == nil { try clear(connection) }
        var rows = written.outbox ?? RowSequence()
        let (removed, put) = rows.replace(with: outbox, by: \.notification.id)
        for id in removed { try remove(id, from: connection) }
        for change in put {
            if let former = change.former, former.isFrozenLike(change.element) {
                try progress(change.element, at: change.id, in: connection)
            } else {
                if change.former != nil { try remove(change.id, from: connection) }
                try insert(change.element, at: change.id, &written.texts, into: connection)
            }
        }
        written.outbox = rows
    }

    private static func insert(
        _ item: OutboxItem, at id: Int64, _ texts: inout AlertTexts, into connection: Connection
    ) throws(StorageFault) {
        let notification = item.notification
        let frozen: [SQLValue] = [
            .integer(id), .text(notification.id), .text(notification.receiver),
            .text(notification.group.alertname), .text(notification.reason.rawValue),
            SQLValue(notification.createdAt), try texts.encode(notification.alerts),
            SQLValue(item.bodies.count), .text(item.receiverType),
            try JSONText.encode(notification.origin),
        ]
        try connection.put(
            """
            INSERT INTO outbox (
                id, notification_id, receiver, name, reason, created_at, alerts,
                body_count, receiver_type, origin, checksum,
                attempts, next_attempt_at, retry_after, last_failure, delivered_bodies,
                tries_checksum
            ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, triesOf(item), after: frozen + [.integer(checksum(of: frozen, with: item.bodies))])
        for (position, body) in item.bodies.enumerated() {
            try connection.run(
                "INSERT INTO outbox_bodies (item, position, body, checksum) VALUES (?, ?, ?, ?)",
                [
                    .integer(id), SQLValue(position + 1), .blob(body),
                    .integer(Checksum.of(body)),
                ])
        }
    }

    /// Writes what tries change of a row.
    private static func progress(
        _ item: OutboxItem, at id: Int64, in connection: Connection
    ) throws(StorageFault) {
        try connection.put(
            """
            UPDATE outbox SET attempts = ?2, next_attempt_at = ?3, retry_after = ?4,
                last_failure = ?5, delivered_bodies = ?6, tries_checksum = ?7 WHERE id = ?1
            """, triesOf(item), after: [.integer(id)])
    }

    private static func triesOf(_ item: OutboxItem) -> [SQLValue] {
        [
            SQLValue(item.attempts), SQLValue(item.nextAttemptAt), SQLValue(item.retryAfter),
            SQLValue(item.lastFailure?.rawValue), SQLValue(item.deliveredBodies),
        ]
    }

    private static func remove(_ id: Int64, from connection: Connection) throws(StorageFault) {
        try connection.run("DELETE FROM outbox WHERE id = ?", [.integer(id)])
        try connection.run("DELETE FROM outbox_bodies WHERE item = ?", [.integer(id)])
    }

    static func clear(_ connection: Connection) throws(StorageFault) {
        try connection.run("DELETE FROM outbox")
        try connection.run("DELETE FROM outbox_bodies")
    }
}

extension OutboxItem {
    /// Whether two states of a row differ by tries alone.
    fileprivate func isFrozenLike(_ other: OutboxItem) -> Bool {
        notification == other.notification && receiverType == other.receiverType
            && bodies == other.bodies
    }
}
