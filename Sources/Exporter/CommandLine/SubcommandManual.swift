import Rehearsal

/// What the help of one sub-command tells beyond its one line.
struct SubcommandManual: Sendable {
    /// Paragraphs.
    var description: [String] = []
    /// Each argument, and what it stands for.
    var arguments: KeyValuePairs<String, String> = [:]
    /// The names of the flags that change what it does, beside its own; nil: all do.
    var flags: [String]?
    /// Each exit code beside that of a wrong command line, and what it says.
    var exitCodes: KeyValuePairs<String, String> = [:]
    /// What somebody wants, and the arguments for it.
    var examples: KeyValuePairs<String, String> = [:]
}

extension SubcommandManual {
    static let run = SubcommandManual(
        description: [
            "Asks the API for each base at its interval, keeps the newest rates, and serves them "
                + "as metrics, as JSON and as a status page. Tells its receivers when data is "
                + "overdue, limited or refused.",
            "SIGHUP reads the settings, the keys and the certificates again; what is wrong in them "
                + "changes nothing. SIGTERM and SIGINT end it within 5 s; what is not delivered "
                + "then is delivered after the next start.",
        ],
        exitCodes: [
            "0": "A signal ended it.",
            "1": "It cannot start: a setting is wrong, a port is in use, or another daemon has the "
                + "folder of the state. The reason is on standard error.",
        ],
        examples: [
            "The dollar in euros, pounds and yen, without a key:": "",
            "With settings of your own:": "--config.file=config.yml",
            "For this machine alone:": "--web.listen-address=localhost:10978",
        ])

    static let checkConfig = SubcommandManual(
        description: [
            "Reads the settings and all that they name, and tells everything that is wrong with "
                + "file, line and column. Of settings that are right it prints the plan: requests "
                + "by minute, hour and month, when data is overdue, alerts, receivers, and "
                + "warnings. Asks nobody for anything, and prints no secret."
        ],
        flags: ["config.file", "web.config.file", "web.listen-address"],
        exitCodes: [
            "0": "The settings are right; the plan is on standard output.",
            "1": "They are not; each error is on standard error.",
        ],
        examples: ["Before a reload:": "check-config --config.file=config.yml"])

    static let fetch = SubcommandManual(
        description: [
            "Sends one request with the key and the address of the settings, beside a running "
                + "daemon or without one. It counts against the limits of the API. Prints each "
                + "rate with its source, session, time of observation and age."
        ],
        arguments: [
            "BASE": "The currency that is priced, in three letters of either case.",
            "SYMBOL": "A currency to price it in; without any, all that the API returns.",
        ],
        flags: ["config.file"],
        exitCodes: [
            "0": "The rates are on standard output.",
            "1": "There are none; the reason is on standard error.",
        ],
        examples: [
            "The dollar in euros and pounds:": "fetch USD EUR GBP",
            "One rate for a script:": "fetch EUR USD --output=json | jq .rates.USD.rate",
        ])

    static let testAlert = SubcommandManual(
        description: [
            "Sends a notification that says it is a test, by the way of real ones, and says what "
                + "came back. Works beside a running daemon, and touches no state. A pager wakes "
                + "somebody: its incident stays open until it is resolved by hand."
        ],
        arguments: [
            "RECEIVER": "The name of a receiver in the settings; without any, all of them."
        ],
        flags: ["config.file", "web.config.file", "web.external-url", "web.listen-address"],
        exitCodes: [
            "0": "Every receiver took it; of a cluster, one member is enough.",
            "1": "A receiver did not, there is none, or a setting is wrong.",
        ],
        examples: ["One receiver:": "test-alert oncall --config.file=config.yml"])

    static let rehearse = SubcommandManual(
        description: [
            "Drives what the daemon drives on a virtual clock, from one day of 2025-01-03 to "
                + "2026-10-30 to another, against a model of the API with real rates and the "
                + "limits of the account. Prints the requests of each month, what would have been "
                + "told to whom, the time from each incident to its page, and false pages. Asks "
                + "nobody for anything, sends nothing and touches no state; files of secrets "
                + "need not be there.",
            "An incident, such as --incident='freeze 2025-12-23T10:00Z 3h', is one of: "
                + IncidentKind.allCases.map(\.form).joined(separator: "; ") + ".",
        ],
        flags: ["config.file"],
        exitCodes: [
            "0": "No page came without an incident, and none was missed.",
            "1": "One did, or was; or a setting is wrong.",
        ],
        examples: [
            "A quiet year:": "rehearse --from=2025-02-01 --to=2026-01-31",
            "Christmas:": "rehearse --from=2025-12-20 --to=2026-01-05",
        ])

    static let health = SubcommandManual(
        description: [
            "Asks /-/healthy at the first --web.listen-address, over TLS where --web.config.file "
                + "has it; for the health check of a container. Gives up after a few seconds."
        ],
        flags: ["web.listen-address", "web.config.file"],
        exitCodes: [
            "0": "The daemon works.",
            "1": "It does not, or does not answer; the reason is on standard error.",
        ],
        examples: [
            "At the default port:": "health",
            "At a socket:": "health --web.listen-address=unix:/run/fx.sock",
        ])
}
