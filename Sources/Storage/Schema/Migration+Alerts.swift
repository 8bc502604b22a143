extension Migration {
    /// Version 2: alerts, what receivers know of them, and what they are still to be told.
    ///
    /// Labels, annotations and lists of alerts are JSON texts; the keys of their objects are part of
    /// the schema. Of a receiver its name alone is stored, never an address or a secret.
    static let alerts = Migration(
        version: 2,
        statements: [
            // An empty base stands for the account.
            """
            CREATE TABLE alerts (
                name TEXT NOT NULL,
                base TEXT NOT NULL,
                phase TEXT NOT NULL,
                labels TEXT NOT NULL,
                annotations TEXT NOT NULL,
                starts_at INTEGER NOT NULL,
                held_for INTEGER NOT NULL,
                clear_for INTEGER,
                PRIMARY KEY (name, base)
            ) STRICT, WITHOUT ROWID
            """,
            """
            CREATE TABLE alert_groups (
                id INTEGER PRIMARY KEY,
                receiver TEXT NOT NULL,
                name TEXT NOT NULL,
                firing TEXT NOT NULL,
                resolved TEXT NOT NULL,
                first_due_at INTEGER NOT NULL,
                told_firing TEXT,
                told_at INTEGER
            ) STRICT
            """,
            // The order of the rows is that in which they are sent.
            """
            CREATE TABLE outbox (
                id INTEGER PRIMARY KEY,
                notification_id TEXT NOT NULL,
                receiver TEXT NOT NULL,
                name TEXT NOT NULL,
                reason TEXT NOT NULL,
                created_at INTEGER NOT NULL,
                alerts TEXT NOT NULL,
                body_count INTEGER NOT NULL,
                attempts INTEGER NOT NULL,
                next_attempt_at INTEGER,
                retry_after INTEGER,
                last_failure TEXT
            ) STRICT
            """,
            """
            CREATE TABLE outbox_bodies (
                item INTEGER NOT NULL,
                position INTEGER NOT NULL,
                body BLOB NOT NULL,
                PRIMARY KEY (item, position)
            ) STRICT
            """,
            """
            CREATE TABLE answers (
                id INTEGER PRIMARY KEY,
                kind TEXT NOT NULL
            ) STRICT
            """,
            """
            CREATE TABLE unauthorized (
                id INTEGER PRIMARY KEY CHECK (id = 1),
                last_at INTEGER NOT NULL
            ) STRICT
            """,
            """
            CREATE TABLE forbidden_bases (
                base TEXT NOT NULL PRIMARY KEY
            ) STRICT, WITHOUT ROWID
            """,
        ])
}
