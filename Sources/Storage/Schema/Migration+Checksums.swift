extension Migration {
    /// Version 5: checksums of bodies, which SQLite has none of.
    ///
    /// Bodies that were written before have none.
    static let checksums = Migration(
        version: 5,
        statements: ["ALTER TABLE outbox_bodies ADD COLUMN checksum INTEGER"])
}
