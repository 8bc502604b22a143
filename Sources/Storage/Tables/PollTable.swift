import Domain
import ExchangeRate
import Freshness

/// The last polls of each base, in the order in which they were committed.
enum PollTable: StateTable {
    static func read(
        from connection: Connection, into reading: inout StateReading
    ) throws(StorageFault) {
        try connection.run(
            "SELECT base, started_at, duration, result, checksum, id FROM polls ORDER BY id"
        ) { row in
            guard let base = row.currencyCode(0), let startedAt = row.timestamp(1),
                let duration = row.duration(2),
                let result = row.text(3).flatMap({ PollResult(label: $0) }),
                row.isIntact(0..<4, checksum: 4)
            else {
                reading.note(unreadable: "polls", key: row.integer(5).map { "\($0)" })
                return
            }
            reading.state.polls.append(
                PollRecord(base: base, startedAt: startedAt, duration: duration, result: result))
        }
    }

    static func write(
        _ update: StateUpdate, over written: inout WrittenRows, to connection: Connection
    ) throws(StorageFault) {
        for poll in update.polls {
            try connection.put(
                """
                INSERT INTO polls (base, started_at, duration, result, checksum)
                VALUES (?, ?, ?, ?, ?)
                """,
                [
                    .text(poll.base.text), SQLValue(poll.startedAt), SQLValue(poll.duration),
                    .text(poll.result.label),
                ])
        }
        for base in Set(update.polls.map(\.base)) {
            try connection.run(
                """
                DELETE FROM polls WHERE base = ?1 AND id <= (
                    SELECT id FROM polls WHERE base = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2
                )
                """,
                [.text(base.text), SQLValue(PollRecord.keptPerBase)])
        }
    }

    static func clear(_ connection: Connection) throws(StorageFault) {
        try connection.run("DELETE FROM polls")
    }
}
