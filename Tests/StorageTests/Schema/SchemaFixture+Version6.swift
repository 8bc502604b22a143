extension SchemaFixture {
    /// Some of its rows came from version 5, without checksums.
    static let version6 = SchemaFixture(
        version: 6,
        statements: version5.statements
            + [
                "account", "round_bases", "bases", "symbols", "polls", "alerts", "alert_groups",
                "outbox", "feed_alerts", "answers", "unauthorized", "forbidden_bases",
                "missing_classes",
            ].map { "ALTER TABLE \($0) ADD COLUMN checksum INTEGER" }
            + [
                "ALTER TABLE outbox ADD COLUMN tries_checksum INTEGER",
                "UPDATE account SET checksum = -613148733402137210",
                "UPDATE bases SET checksum = 7554489115107818486 WHERE base = 'USD'",
                "UPDATE symbols SET checksum = 4851676961849214468 WHERE base = 'USD'"
                    + " AND symbol = 'EUR'",
                "UPDATE symbols SET checksum = -6017047402338092488 WHERE symbol = 'JPY'",
                "UPDATE alerts SET checksum = -2249780730487774122 WHERE base = 'USD'",
                "UPDATE alert_groups SET checksum = 8077445641713304190 WHERE id = 1",
                "UPDATE outbox SET checksum = -2159470499357873480,"
                    + " tries_checksum = -9098352531991571690 WHERE id = 1",
                "UPDATE outbox SET checksum = -5802884649574721003,"
                    + " tries_checksum = -6366145458378951104 WHERE id = 3",
                "UPDATE feed_alerts SET checksum = 8015971599715510063 WHERE id = 2",
                "PRAGMA user_version = 6",
            ],
        reduce: { _ in })
}
