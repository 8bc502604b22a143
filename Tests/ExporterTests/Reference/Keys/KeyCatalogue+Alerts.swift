import Domain

extension KeyCatalogue {
    private static let holds = KeyKind.duration(.zero...oneYear)
    private static let waits = KeyKind.duration(.seconds(1)...oneYear)

    static let alerts = KeySection(
        path: ["alerts"],
        meaning: "When alerts fire, and how they are grouped, repeated and given up.",
        keys: [
            KeyDefinition(
                name: "labels", kind: .map(of: "labels"), meaning: "added to every alert")
        ]
            + rules.map { rule in
                let entries = rule.keys.map { key in "\(key.name): \(key.written)" }
                return KeyDefinition(
                    name: rule.path[1], kind: .map(of: "keys"),
                    standard: .value("{\(entries.joined(separator: ", "))}"), meaning: rule.meaning)
            } + [
                KeyDefinition(
                    name: "group_wait", kind: holds, standard: .value("10s"),
                    meaning: "from the first alert of a name to its first notification"),
                KeyDefinition(
                    name: "group_interval", kind: waits, standard: .value("1m"),
                    meaning: "the beat of changes after it"),
                KeyDefinition(
                    name: "repeat_interval", kind: waits, standard: .value("4h"),
                    meaning: "what still fires is told again"),
                KeyDefinition(
                    name: "give_up_after", kind: waits, standard: .value("72h"),
                    meaning: "an undelivered notification is dropped, and counted"),
            ])

    static let rules = [
        rule(.stale, severity: "critical", hold: "0s", keep: "5m"),
        rule(.symbolStale, severity: "warning", hold: "10m", keep: "5m"),
        rule(
            .limited, severity: "warning", keep: "5m",
            others: [
                KeyDefinition(
                    name: "count", kind: .number(1...1000), standard: .value("3"),
                    meaning: "limit answers that make it fire"),
                KeyDefinition(
                    name: "of", kind: .number(1...1000), standard: .value("10"),
                    meaning: "among so many of the last answers; not under `count`"),
            ]),
        rule(.keyRejected, severity: "critical", keep: "0s"),
    ]

    private static func condition(of name: AlertName) -> String {
        switch name {
        case .stale: "all data of a class is overdue"
        case .symbolStale: "some symbols are overdue while others of their class are fresh"
        case .limited: "`count` of the last `of` answers were limit answers"
        case .keyRejected: "the API rejects the key"
        }
    }

    private static func rule(
        _ name: AlertName, severity: String, hold: String? = nil, keep: String,
        others: [KeyDefinition] = []
    ) -> KeySection {
        let holdKey = hold.map { hold in
            KeyDefinition(
                name: "for", kind: holds, standard: .value(hold),
                meaning: "how long the condition must hold before it fires")
        }
        return KeySection(
            path: ["alerts", name.settingsKey],
            meaning: "`\(name.rawValue)`: " + condition(of: name),
            keys: [
                KeyDefinition(
                    name: "enabled", kind: .boolean, standard: .value("true"),
                    meaning: "whether there is such an alert"),
                KeyDefinition(
                    name: "severity", kind: .text, standard: .value(severity),
                    meaning: "its label `severity`"),
            ] + others + (holdKey.map { [$0] } ?? []) + [
                KeyDefinition(
                    name: "keep_firing_for", kind: holds, standard: .value(keep),
                    meaning: "how long it still fires after the condition has cleared")
            ])
    }
}

extension KeyDefinition {
    /// What the packaged file has as the key's value; empty where nothing is in force.
    var written: String {
        switch standard {
        case .value(let yaml): yaml
        case .words(_, let example), .required(let example): example
        case .none: ""
        }
    }
}
