import Domain
import ExchangeRate
import FoundationEssentials
import Freshness

/// The newest reading of each symbol of each base.
enum SymbolTable: StateTable {
    static func read(
        from connection: Connection, into reading: inout StateReading
    ) throws(StorageFault) {
        try connection.run(
            """
            SELECT base, symbol, expected_since, last_seen_at, is_in_last_good_answer,
                rate, observed_at, stamp, source, market_session, upstream_interval, checksum
            FROM symbols ORDER BY base, symbol
            """
        ) { row in
            guard let base = row.currencyCode(0), let symbol = row.currencyCode(1),
                let expectedSince = row.timestamp(2), let isInLastGoodAnswer = row.bool(4),
                row.isIntact(0..<11, checksum: 11)
            else {
                reading.note(unreadable: "symbols", key: key(row))
                return
            }
            let state = SymbolState(
                base: base, symbol: symbol, expectedSince: expectedSince,
                lastSeenAt: row.timestamp(3), isInLastGoodAnswer: isInLastGoodAnswer,
                reading: value(row))
            if state.reading == nil && !row.isNull(5) {
                reading.note(unreadable: "symbols", key: key(row))
            }
            reading.state.symbols.append(state)
        }
    }

    private static func key(_ row: Row) -> String? {
        guard let base = row.text(0), let symbol = row.text(1) else { return nil }
        return "\(base) \(symbol)"
    }

    private static func value(_ row: Row) -> Reading? {
        guard let rate = row.decimal(5), let observedAt = row.timestamp(6),
            let stamp = row.text(7), let source = row.text(8),
            let upstreamInterval = row.duration(10)
        else { return nil }
        return Reading(
            rate: rate, observedAt: observedAt, stamp: stamp, source: source,
            marketSession: row.text(9), upstreamInterval: upstreamInterval)
    }

    static func write(
        _ update: StateUpdate, over written: inout WrittenRows, to connection: Connection
    ) throws(StorageFault) {
        for key in update.removedSymbols {
            try connection.run(
                "DELETE FROM symbols WHERE base = ? AND symbol = ?",
                [.text(key.base.text), .text(key.symbol.text)])
        }
        for state in update.symbols {
            let reading = state.reading
            try connection.put(
                """
                INSERT OR REPLACE INTO symbols (
                    base, symbol, expected_since, last_seen_at, is_in_last_good_answer,
                    rate, observed_at, stamp, source, market_session, upstream_interval,
                    checksum
                ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    .text(state.base.text), .text(state.symbol.text),
                    SQLValue(state.expectedSince), SQLValue(state.lastSeenAt),
                    SQLValue(state.isInLastGoodAnswer), SQLValue(reading?.rate.description),
                    SQLValue(reading?.observedAt), SQLValue(reading?.stamp),
                    SQLValue(reading?.source), SQLValue(reading?.marketSession),
                    SQLValue(reading?.upstreamInterval),
                ])
        }
    }

    static func clear(_ connection: Connection) throws(StorageFault) {
        try connection.run("DELETE FROM symbols")
    }
}
