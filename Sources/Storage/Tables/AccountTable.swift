import Domain
import ExchangeRate
import Freshness

/// The account's limits: one row, and the bases of the present round.
enum AccountTable: StateTable {
    static func read(
        from connection: Connection, into reading: inout StateReading
    ) throws(StorageFault) {
        var account: AccountState?
        try connection.run(
            """
            SELECT fingerprint, gate_opens_at, gate_next_try_at, gate_base, gate_is_quota,
                limit_answers_in_a_row, stretch, round_started_at,
                month_year, month_month, month_requests,
                former_month_year, former_month_month, former_month_requests, checksum
            FROM account
            """
        ) { row in
            account = row.isIntact(0..<14, checksum: 14) ? read(row) : nil
            if account == nil || (account?.gate == nil && !row.isNull(1))
                || (account?.formerMonth == nil && !row.isNull(11))
            {
                reading.note(unreadable: "account", key: nil)
            }
        }
        // In place before the round is read, which may end early.
        reading.state.account = account
        try connection.run("SELECT base, checksum FROM round_bases ORDER BY base") {
            row in
            guard let base = row.currencyCode(0), row.isIntact(0..<1, checksum: 1) else {
                reading.note(unreadable: "round_bases", key: row.text(0))
                return
            }
            reading.state.account?.roundBases.insert(base)
        }
    }

    private static func read(_ row: Row) -> AccountState? {
        guard let fingerprint = row.integer(0).flatMap({ UInt32(exactly: $0) }),
            let limitAnswers = row.count(5), let stretch = row.count(6),
            let year = row.count(8), let month = row.count(9), let requests = row.count(10)
        else { return nil }
        var account = AccountState(
            fingerprint: fingerprint, month: AccountState.Month(year: year, month: month))
        if let opensAt = row.timestamp(1), let nextTryAt = row.timestamp(2),
            let base = row.currencyCode(3), let isQuota = row.bool(4)
        {
            account.gate = AccountState.Gate(
                opensAt: opensAt, nextTryAt: nextTryAt, base: base, isQuota: isQuota)
        }
        account.limitAnswersInARow = limitAnswers
        account.stretch = stretch
        account.roundStartedAt = row.timestamp(7)
        account.monthRequests = requests
        if let year = row.count(11), let month = row.count(12), let requests = row.count(13) {
            account.formerMonth = AccountState.MonthCount(
                month: AccountState.Month(year: year, month: month), requests: requests)
        }
        return account
    }

    static func write(
        _ update: StateUpdate, over written: inout WrittenRows, to connection: Connection
    ) throws(StorageFault) {
        guard let account = update.account else { return }
        let gate = account.gate
        try connection.put(
            """
            INSERT OR REPLACE INTO account (
                id, fingerprint, gate_opens_at, gate_next_try_at, gate_base, gate_is_quota,
                limit_answers_in_a_row, stretch, round_started_at,
                month_year, month_month, month_requests,
                former_month_year, former_month_month, former_month_requests, checksum
            ) VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .integer(Int64(account.fingerprint)), SQLValue(gate?.opensAt),
                SQLValue(gate?.nextTryAt), SQLValue(gate?.base.text),
                gate.map { SQLValue($0.isQuota) } ?? .null, SQLValue(account.limitAnswersInARow),
                SQLValue(account.stretch), SQLValue(account.roundStartedAt),
                SQLValue(account.month.year),
                SQLValue(account.month.month), SQLValue(account.monthRequests),
                account.formerMonth.map { SQLValue($0.month.year) } ?? .null,
                account.formerMonth.map { SQLValue($0.month.month) } ?? .null,
                account.formerMonth.map { SQLValue($0.requests) } ?? .null,
            ])
        try write(account.roundBases, over: &written.roundBases, to: connection)
    }

    private static func write(
        _ bases: Set<CurrencyCode>, over written: inout Set<CurrencyCode>?,
        to connection: Connection
    ) throws(StorageFault) {
        if written == nil { try connection.run("DELETE FROM round_bases") }
        let former = written ?? []
        for base in former.subtracting(bases) {
            try connection.run("DELETE FROM round_bases WHERE base = ?", [.text(base.text)])
        }
        for base in bases.subtracting(former).sorted() {
            try connection.put(
                "INSERT INTO round_bases (base, checksum) VALUES (?, ?)", [.text(base.text)])
        }
        written = bases
    }

    static func clear(_ connection: Connection) throws(StorageFault) {
        try connection.run("DELETE FROM account")
        try connection.run("DELETE FROM round_bases")
    }
}
