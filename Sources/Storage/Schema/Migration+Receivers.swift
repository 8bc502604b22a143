extension Migration {
    /// Version 3: receivers of several types.
    ///
    /// Of an address what may be shown of it is stored, scheme, host and port.
    static let receivers = Migration(
        version: 3,
        statements: [
            "ALTER TABLE alert_groups ADD COLUMN origin TEXT",
            "ALTER TABLE outbox ADD COLUMN receiver_type TEXT NOT NULL DEFAULT 'webhook'",
            "ALTER TABLE outbox ADD COLUMN delivered_bodies INTEGER NOT NULL DEFAULT 0",
            "ALTER TABLE outbox ADD COLUMN origin TEXT",
            """
            CREATE TABLE feed_alerts (
                id INTEGER PRIMARY KEY,
                receiver TEXT NOT NULL,
                name TEXT NOT NULL,
                alert TEXT NOT NULL,
                taken TEXT NOT NULL
            ) STRICT
            """,
        ])
}
