import Domain
import ExchangeRate
import Freshness

/// What is known of the polls of each base.
enum BaseTable: StateTable {
    static func read(
        from connection: Connection, into reading: inout StateReading
    ) throws(StorageFault) {
        try connection.run(
            """
            SELECT base, first_due_at, last_attempt_at, last_success_at, last_result,
                failures_in_a_row, not_before, context_source, context_market_session,
                context_stamp, context_observed_at, checksum
            FROM bases ORDER BY base
            """
        ) { row in
            guard let base = row.currencyCode(0), let firstDueAt = row.timestamp(1),
                let failures = row.count(5), row.isIntact(0..<11, checksum: 11)
            else {
                reading.note(unreadable: "bases", key: row.text(0))
                return
            }
            let state = BaseState(
                base: base, firstDueAt: firstDueAt, lastAttemptAt: row.timestamp(2),
                lastSuccessAt: row.timestamp(3),
                lastResult: row.text(4).flatMap { PollResult(label: $0) },
                failuresInARow: failures, notBefore: row.timestamp(6), context: context(row))
            if state.lastResult == nil && !row.isNull(4) || state.context == nil && !row.isNull(7)
                || state.notBefore == nil && !row.isNull(6)
            {
                reading.note(unreadable: "bases", key: base.text)
            }
            reading.state.bases.append(state)
        }
    }

    private static func context(_ row: Row) -> ReplyContext? {
        guard let source = row.text(7), let stamp = row.text(9) else { return nil }
        return ReplyContext(
            source: source, marketSession: row.text(8), stamp: stamp, observedAt: row.timestamp(10))
    }

    static func write(
        _ update: StateUpdate, over written: inout WrittenRows, to connection: Connection
    ) throws(StorageFault) {
        for state in update.bases {
            let context = state.context
            try connection.put(
                """
                INSERT OR REPLACE INTO bases (
                    base, first_due_at, last_attempt_at, last_success_at, last_result,
                    failures_in_a_row, not_before, context_source, context_market_session,
                    context_stamp, context_observed_at, checksum
                ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    .text(state.base.text), SQLValue(state.firstDueAt),
                    SQLValue(state.lastAttemptAt), SQLValue(state.lastSuccessAt),
                    SQLValue(state.lastResult?.label), SQLValue(state.failuresInARow),
                    SQLValue(state.notBefore), SQLValue(context?.source),
                    SQLValue(context?.marketSession), SQLValue(context?.stamp),
                    SQLValue(context?.observedAt),
                ])
        }
    }

    static func clear(_ connection: Connection) throws(StorageFault) {
        try connection.run("DELETE FROM bases")
    }
}
