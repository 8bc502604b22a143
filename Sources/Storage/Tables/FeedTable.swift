import Domain
import Freshness

/// What receivers of the present state still have to hear of ended alerts, in their order.
enum FeedTable: StateTable {
    static func read(
        from connection: Connection, into reading: inout StateReading
    ) throws(StorageFault) {
        try connection.run(
            "SELECT id, receiver, name, alert, taken, checksum FROM feed_alerts ORDER BY id"
        ) { row in
            guard let receiver = row.text(1),
                let name = row.text(2).flatMap({ AlertName(rawValue: $0) }),
                let alert = row.json(3, as: AlertRecord.self)?.alert,
                row.isIntact(0..<5, checksum: 5)
            else {
                reading.note(unreadable: "feed_alerts", key: row.integer(0).map { "\($0)" })
                return
            }
            let taken = row.json(4, as: [String: Int64].self)
            // Who took it and cannot be read is told again.
            if taken == nil {
                reading.note(unreadable: "feed_alerts", key: row.integer(0).map { "\($0)" })
            }
            let ended = FeedState.Ended(
                group: name, alert: alert,
                takenAt: (taken ?? [:]).mapValues { Timestamp(nanosecondsSinceEpoch: $0) })
            reading.add(ended, to: receiver)
        }
    }

    static func write(
        _ update: StateUpdate, over written: inout WrittenRows, to connection: Connection
    ) throws(StorageFault) {
        guard let feeds = update.alerting?.feeds else { return }
        if written.feeds == nil { try clear(connection) }
        var rows = written.feeds ?? RowSequence()
        let present = feeds.flatMap { feed in
            feed.ended.map { FeedRow(receiver: feed.receiver, ended: $0) }
        }
        let (removed, put) = rows.replace(with: present, by: \.key)
        for id in removed {
            try connection.run("DELETE FROM feed_alerts WHERE id = ?", [.integer(id)])
        }
        for change in put {
            let ended = change.element.ended
            try connection.put(
                """
                INSERT OR REPLACE INTO feed_alerts (id, receiver, name, alert, taken, checksum)
                VALUES (?, ?, ?, ?, ?, ?)
                """,
                [
                    .integer(change.id), .text(change.element.receiver),
                    .text(ended.group.rawValue), try written.texts.encode(ended.alert),
                    try JSONText.encode(ended.takenAt.mapValues(\.nanosecondsSinceEpoch)),
                ])
        }
        written.feeds = rows
    }

    static func clear(_ connection: Connection) throws(StorageFault) {
        try connection.run("DELETE FROM feed_alerts")
    }
}

extension StateReading {
    fileprivate mutating func add(_ ended: FeedState.Ended, to receiver: String) {
        if let index = state.alerting.feeds.firstIndex(where: { $0.receiver == receiver }) {
            state.alerting.feeds[index].ended.append(ended)
        } else {
            state.alerting.feeds.append(FeedState(receiver: receiver, ended: [ended]))
        }
    }
}
