import Domain

extension SchemaFixture {
    static let version1 = SchemaFixture(
        version: 1,
        statements: [
            """
            CREATE TABLE account (
                id INTEGER PRIMARY KEY CHECK (id = 1),
                fingerprint INTEGER NOT NULL,
                gate_opens_at INTEGER,
                gate_next_try_at INTEGER,
                gate_base TEXT,
                gate_is_quota INTEGER,
                limit_answers_in_a_row INTEGER NOT NULL,
                stretch INTEGER NOT NULL,
                round_started_at INTEGER,
                month_year INTEGER NOT NULL,
                month_month INTEGER NOT NULL,
                month_requests INTEGER NOT NULL
            ) STRICT
            """,
            """
            CREATE TABLE round_bases (
                base TEXT NOT NULL PRIMARY KEY
            ) STRICT, WITHOUT ROWID
            """,
            """
            CREATE TABLE bases (
                base TEXT NOT NULL PRIMARY KEY,
                first_due_at INTEGER NOT NULL,
                last_attempt_at INTEGER,
                last_success_at INTEGER,
                last_result TEXT,
                failures_in_a_row INTEGER NOT NULL,
                not_before INTEGER,
                context_source TEXT,
                context_market_session TEXT,
                context_stamp TEXT,
                context_observed_at INTEGER
            ) STRICT, WITHOUT ROWID
            """,
            """
            CREATE TABLE symbols (
                base TEXT NOT NULL,
                symbol TEXT NOT NULL,
                expected_since INTEGER NOT NULL,
                last_seen_at INTEGER,
                is_in_last_good_answer INTEGER NOT NULL,
                rate TEXT,
                observed_at INTEGER,
                stamp TEXT,
                source TEXT,
                market_session TEXT,
                upstream_interval INTEGER,
                PRIMARY KEY (base, symbol)
            ) STRICT, WITHOUT ROWID
            """,
            """
            CREATE TABLE polls (
                id INTEGER PRIMARY KEY,
                base TEXT NOT NULL,
                started_at INTEGER NOT NULL,
                duration INTEGER NOT NULL,
                result TEXT NOT NULL
            ) STRICT
            """,
            "CREATE INDEX polls_of_base ON polls (base)",
            """
            INSERT INTO account VALUES (1, 4294967295, 1789000120123456789, 1789000060123456789, 'USD',
                1, 3, 8, 1788999970123456789, 2026, 9, 4321)
            """,
            "INSERT INTO round_bases VALUES ('EUR'), ('USD')",
            """
            INSERT INTO bases VALUES
                ('EUR', -9223372036854775808, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL),
                ('USD', 1789000000123456789, 1789000000123456790, 9223372036854775807, 'rate_limited', 4,
                    1789000100123456789,
                    'live', 'open', '', NULL)
            """,
            """
            INSERT INTO symbols VALUES
                ('EUR', 'GBP', 1789000000123456789, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL),
                ('USD', 'EUR', 1789000000123456789, 1788999999123456789, 1,
                    '0.85123456789012345678901234567890123456', 1789000000123456789,
                    '2026-09-09T23:06:40.123456789Z', 'ecb_daily', 'weekend', 1500000001),
                ('USD', 'JPY', 1789000000123456789, 1789000000123456789, 0, '150', 1789000000123456789,
                    CAST(x'65cc812000202778270a22' AS TEXT), '', NULL, 0)
            """,
            """
            INSERT INTO polls VALUES
                (1, 'USD', 1789000000123456789, 12000000, ''),
                (2, 'EUR', 1788999940123456789, 0, 'decode')
            """,
            "PRAGMA application_id = 1480804423",
            "PRAGMA user_version = 1",
        ],
        reduce: { state in
            state.alerting = StoredAlerting()
            state.account?.formerMonth = nil
        })
}
