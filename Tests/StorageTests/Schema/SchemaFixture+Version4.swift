import Domain

extension SchemaFixture {
    static let version4 = SchemaFixture(
        version: 4,
        statements: version3.statements + [
            """
            CREATE TABLE missing_classes (
                base TEXT NOT NULL,
                source TEXT NOT NULL,
                PRIMARY KEY (base, source)
            ) STRICT, WITHOUT ROWID
            """,
            "ALTER TABLE account ADD COLUMN former_month_year INTEGER",
            "ALTER TABLE account ADD COLUMN former_month_month INTEGER",
            "ALTER TABLE account ADD COLUMN former_month_requests INTEGER",
            """
            UPDATE account SET
                former_month_year = 2026, former_month_month = 8, former_month_requests = 77
            """,
            "INSERT INTO missing_classes VALUES ('EUR', 'live'), ('USD', 'é'), ('USD', 'live')",
            "PRAGMA user_version = 4",
        ],
        reduce: { _ in })
}
