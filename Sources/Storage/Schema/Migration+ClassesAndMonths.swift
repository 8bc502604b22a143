extension Migration {
    /// Version 4: classes whose place data of another one took, and the month that was counted
    /// before the clock showed another.
    static let classesAndMonths = Migration(
        version: 4,
        statements: [
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
        ])
}
