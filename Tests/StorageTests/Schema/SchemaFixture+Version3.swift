import Domain

extension SchemaFixture {
    static let version3 = SchemaFixture(
        version: 3,
        statements: version2.statements + [
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
            """
            UPDATE alert_groups SET origin = CASE id
                WHEN 1 THEN '{"external_url":"http://é/","labels":{"":"''","region":"eu"}}'
                ELSE '{"external_url":"","labels":{}}' END
            """,
            """
            UPDATE outbox SET
                receiver_type = CASE id WHEN 1 THEN 'pagerduty' ELSE 'webhook' END,
                delivered_bodies = CASE id WHEN 1 THEN 2 ELSE 0 END,
                origin = CASE id
                    WHEN 1 THEN '{"external_url":"https://fx.example/","labels":{"team":"fx"}}'
                    ELSE '{"external_url":"","labels":{}}' END
            """,
            """
            INSERT INTO feed_alerts VALUES
                (1, 'cluster', 'ExchangeRateStale', '\(ended)', '{}'),
                (2, 'cluster', 'ExchangeRateLimited', '\(ended)',
                    '{"https://a.example":1789000000123456789,\
            "https://a.example #2":1789000000123456789}'),
                (3, 'another', 'ExchangeRateStale', '\(ended)', '{}')
            """,
            "PRAGMA user_version = 3",
        ],
        reduce: { state in
            state.alerting.downgrades = [:]
            state.account?.formerMonth = nil
        })
}
