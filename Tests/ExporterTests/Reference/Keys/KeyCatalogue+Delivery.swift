import Delivery
import Domain

extension KeyCatalogue {
    static let receivers = KeySection(
        path: ["receivers"], isList: true,
        meaning: "Who is told of alerts; by default nobody.",
        keys: [
            KeyDefinition(
                name: "name", kind: .text, standard: .required(example: "oncall"),
                meaning: "unique, at most 64 characters; the label `receiver` of its metrics"),
            KeyDefinition(
                name: "type", kind: .words(ReceiverType.allCases.map(\.rawValue)),
                standard: .required(example: "webhook"), meaning: "how it is told"),
            KeyDefinition(
                name: "url", kind: .address,
                standard: .words(
                    "must be there, or `url_file`; `pagerduty` has a default",
                    example: "https://alerts.example.com/hook"),
                meaning: "`https://`, or `http://` with a warning; all but scheme and host is a "
                    + "secret"),
            KeyDefinition(
                name: "url_file", kind: .file, meaning: "a file with the URL, instead of `url`",
                rival: "url"),
            KeyDefinition(
                name: "urls", kind: .list(of: "URLs"),
                standard: .words("–", example: "[https://alertmanager.example.com]"),
                meaning: "`alertmanager`: the URLs of all members of a cluster, instead of the two",
                types: [.alertmanager], rival: "url"),
            KeyDefinition(
                name: "secret_file", kind: .file,
                meaning: "`webhook`: a file with the secrets that sign each request, one a line",
                types: [.webhook]),
            KeyDefinition(
                name: "headers", kind: .map(of: "headers"),
                meaning: "`webhook`: headers that each request carries; the values are secrets",
                types: [.webhook]),
            KeyDefinition(
                name: "routing_key_file", kind: .file,
                standard: .required(example: "/etc/exchangerate-exporter/routing-key"),
                meaning:
                    "`pagerduty`, which needs it: a file with the integration key of a service, "
                    + "32 letters or digits", types: [.pagerduty]),
            KeyDefinition(
                name: "timeout", kind: .duration(.seconds(1)...(.seconds(60))),
                standard: .value("10s"), meaning: "for one whole request"),
            KeyDefinition(
                name: "send_resolved", kind: .boolean, standard: .value("true"),
                meaning: "tell of the end of alerts, too. With `false`, an alert that ended before "
                    + "its start was delivered is told all the same, once, with both times: by a "
                    + "webhook as `resolved`, by PagerDuty as a trigger"),
            KeyDefinition(
                name: "alerts", kind: .list(of: "alerts"),
                standard: .words(
                    "all",
                    example: "[\(AlertName.allCases.map(\.settingsKey).joined(separator: ", "))]"),
                meaning: "the alerts that it is told of, of "
                    + AlertName.allCases.map { "`\($0.settingsKey)`" }.joined(separator: ", ")),
            KeyDefinition(
                name: "ca_file", kind: .file,
                meaning: "PEM file of authorities to trust instead of the system's"),
        ])

    static let heartbeat = KeySection(
        path: ["heartbeat"],
        meaning:
            "A dead-man switch: an address that is told again and again that the daemon works.",
        needed: ["url": "https://beat.example.com/hook"],
        keys: [
            KeyDefinition(
                name: "url", kind: .address,
                standard: .words(
                    "must be there, or `url_file`", example: "https://beat.example.com/hook"),
                meaning: "as for receivers"),
            KeyDefinition(
                name: "url_file", kind: .file, meaning: "a file with the URL, instead of `url`",
                rival: "url"),
            KeyDefinition(
                name: "interval", kind: .duration(.seconds(1)...(.seconds(86_400))),
                standard: .value("1m"), meaning: "between two pings"),
        ])

    /// The keys that receivers of each type have.
    static let receiversByType = ReceiverType.allCases.map { type in
        var section = receivers
        section.type = type
        section.keys = receivers.keys.filter { $0.belongs(to: type) }
        section.needed =
            switch type {
            case .webhook, .slack, .alertmanager:
                [
                    "name": "a", "type": type.rawValue, "url": "https://alerts.example.com/hook",
                ]
            case .pagerduty:
                ["name": "a", "type": type.rawValue, "routing_key_file": "routing-key.txt"]
            }
        return section
    }
}
