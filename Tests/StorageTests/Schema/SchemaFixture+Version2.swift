import Domain

extension SchemaFixture {
    static let version2 = SchemaFixture(
        version: 2,
        statements: version1.statements + [
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
            """
            INSERT INTO alerts VALUES
                ('ExchangeRateLimited', '', 'firing', '{"severity":"warning"}', '{}',
                    1789000000123456789, 0, 0),
                ('ExchangeRateStale', 'EUR', 'pending', '{}', '{}',
                    -9223372036854775808, 90000000000, NULL),
                ('ExchangeRateStale', 'USD', 'firing', '\(labels("USD"))', '\(annotations)',
                    1789000000123456789, 1, 9223372036854775807)
            """,
            """
            INSERT INTO alert_groups VALUES
                (1, 'oncall', 'ExchangeRateStale', '[\(firing)]', '[\(ended)]',
                    1789000010123456789,
                    '[{"fingerprint":"65fa83d4769d8aa8","starts_at":1789000000123456789},\
            {"fingerprint":"f437bf501b51bbe4","starts_at":1789000000123456789}]',
                    1789000000123456789),
                (2, 'chat é', 'ExchangeRateLimited', '[]', '[]', 1789000000123456789, NULL, NULL),
                (3, 'chat é', 'ExchangeRateKeyRejected', '[\(firing)]', '[]',
                    1789000000123456789, '[]', 1789000000123456789)
            """,
            """
            INSERT INTO outbox VALUES
                (1, 'zz', 'oncall', 'ExchangeRateStale', 'new alerts added', 1789000000123456789,
                    '[\(firing),\(ended)]', 3, 7, 1789000040123456789, 1789000030123456789,
                    'rate_limited'),
                (2, 'aa', 'chat é', 'ExchangeRateLimited', 'first notification',
                    1788999940123456789, '[\(ended)]', 0, 0, NULL, NULL, NULL),
                (3, 'mm', 'oncall', 'ExchangeRateLimited', 'all alerts resolved',
                    1788999970123456789, '[]', 1, 0, NULL, NULL, NULL)
            """,
            """
            INSERT INTO outbox_bodies VALUES
                (1, 1, x'000aff'), (1, 2, x''), (1, 3, x'7b7d'), (3, 1, x'00')
            """,
            """
            INSERT INTO answers VALUES
                (1, 'good'), (2, 'limit'), (3, 'limit'), (4, 'quota'), (5, 'other')
            """,
            "INSERT INTO unauthorized VALUES (1, 1788999995123456789)",
            "INSERT INTO forbidden_bases VALUES ('EUR'), ('USD')",
            "PRAGMA user_version = 2",
        ],
        reduce: { state in
            state.alerting.feeds = []
            state.alerting.downgrades = [:]
            state.account?.formerMonth = nil
            for index in state.alerting.groups.indices {
                state.alerting.groups[index].origin = GroupOrigin()
            }
            for index in state.alerting.outbox.indices {
                state.alerting.outbox[index].receiverType = "webhook"
                state.alerting.outbox[index].deliveredBodies = 0
                state.alerting.outbox[index].notification.origin = GroupOrigin()
            }
        })

    private static func labels(_ base: String) -> String {
        // The quotes are doubled for SQL, the rest is escaped for JSON.
        #"{"alertname":"ExchangeRateStale","base":"\#(base)","#
            + #""team":"e\#u{301} \u0000 ''x''\n\""}"#
    }

    private static let annotations = #"{"":"","summary":"USD/EUR is old \#u{1f4b6}"}"#

    private static let firing =
        #"{"annotations":\#(annotations),"labels":\#(labels("USD")),"#
        + #""starts_at":1789000000123456789}"#

    static let ended =
        #"{"annotations":\#(annotations),"ends_at":9223372036854775807,"#
        + #""labels":\#(labels("EUR")),"starts_at":1789000000123456789}"#
}
