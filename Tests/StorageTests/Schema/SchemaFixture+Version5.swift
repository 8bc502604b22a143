extension SchemaFixture {
    /// Its bodies came from version 4, without checksums.
    static let version5 = SchemaFixture(
        version: 5,
        statements: version4.statements + [
            "ALTER TABLE outbox_bodies ADD COLUMN checksum INTEGER",
            "PRAGMA user_version = 5",
        ],
        reduce: { _ in })
}
