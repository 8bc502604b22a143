import Domain

/// What the last answers said of limits, oldest first.
enum AnswerTable: StateTable {
    static func read(
        from connection: Connection, into reading: inout StateReading
    ) throws(StorageFault) {
        try connection.run("SELECT kind, id, checksum FROM answers ORDER BY id") { row in
            guard let kind = row.text(0).flatMap({ AnswerKind(rawValue: $0) }),
                row.isIntact(0..<2, checksum: 2)
            else {
                reading.note(unreadable: "answers", key: row.integer(1).map { "\($0)" })
                return
            }
            reading.state.alerting.answers.append(kind)
        }
    }

    static func write(
        _ update: StateUpdate, over written: inout WrittenRows, to connection: Connection
    ) throws(StorageFault) {
        guard let answers = update.alerting?.answers, answers != written.answers else {
            return
        }
        try clear(connection)
        for (index, kind) in answers.enumerated() {
            try connection.put(
                "INSERT INTO answers (kind, id, checksum) VALUES (?, ?, ?)",
                [.text(kind.rawValue), SQLValue(index + 1)])
        }
        written.answers = answers
    }

    static func clear(_ connection: Connection) throws(StorageFault) {
        try connection.run("DELETE FROM answers")
    }
}
