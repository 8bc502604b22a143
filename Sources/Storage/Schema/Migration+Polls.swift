extension Migration {
    /// Version 1: readings, polls, and what is known of the account's limits.
    ///
    /// Times are nanoseconds since 1970, durations nanoseconds, rates decimal text: each comes back
    /// as it went in. Rows stand for themselves, without references, so that one that is damaged
    /// takes no other with it.
    static let polls = Migration(
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
            // The order of the rows is that of the polls, also where the clock was set back.
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
        ])
}
