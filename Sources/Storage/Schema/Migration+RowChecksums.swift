extension Migration {
    /// Version 6: checksums of all other rows.
    ///
    /// Rows that were written before have none. What a notification is does not change, what became
    /// of its tries does: each has a checksum of its own.
    static let rowChecksums = Migration(
        version: 6,
        statements: [
            "account", "round_bases", "bases", "symbols", "polls", "alerts", "alert_groups",
            "outbox",
            "feed_alerts", "answers", "unauthorized", "forbidden_bases", "missing_classes",
        ].map { "ALTER TABLE \($0) ADD COLUMN checksum INTEGER" } + [
            "ALTER TABLE outbox ADD COLUMN tries_checksum INTEGER"
        ])
}
