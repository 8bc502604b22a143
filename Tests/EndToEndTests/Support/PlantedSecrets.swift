import Foundation
import TestKit
import Testing

/// A secret in every place that takes one, and how to find each in a text, however it is written.
struct PlantedSecrets: Sendable {
    /// A secret by the place that holds it.
    struct Secret: Sendable {
        let place: String
        /// Occurs nowhere by chance.
        let core: String

        /// What a text holds where it holds the secret, in small letters where case does not matter.
        let forms: [String]
        let codedForms: [String]

        init(_ place: String, _ core: String) {
            self.place = place
            self.core = core
            let bytes = Array(core.utf8)
            forms = [
                core.lowercased(), bytes.map { String($0, radix: 16) }.joined(),
                bytes.map { "%" + String($0, radix: 16) }.joined(),
            ]
            codedForms = (0...2).map { offset in
                let text = Data([UInt8](repeating: 0, count: offset) + bytes).base64EncodedString()
                // What also depends on the bytes beside it is left out.
                return String(text.dropFirst(4).prefix(bytes.count - 4))
            }
        }
    }

    /// The way in which the API is asked.
    enum Access: String, CaseIterable, Sendable, CustomTestStringConvertible {
        case key
        case password

        var testDescription: String { "with a \(rawValue)" }
    }

    let all: [Secret]
    private let access: Access

    init(_ access: Access) {
        self.access = access
        all =
            [Secret("api.\(access.rawValue)", "9kQ2vX7mZ4pL8wT3")]
            + [
                ("hook.user", "u5Hd8KqWz2NmYb4R"), ("hook.password", "p7Gs3JtXc9VbLf6Q"),
                ("hook.path", "a4Zr8MwKd2TnHy7P"), ("hook.query", "q6Bv3XsLj9FcGt5W"),
                ("hook.header", "h8Nc2YkRm4QzDp7V"), ("hook.signing", "S1gn4W9xKv7RtB2m"),
                ("slack.path", "s3Lk9TzWq5VhXn8M"),
                ("pager.key", "R0ut1ng4Ky7Zx9Qv2Wm5Tn8Hb3Lc6Jd0"),
                ("alertmanager.path", "m7Xw4CqZt9KnBs2H"), ("heartbeat.path", "b5Tj8VrNy3GkQw6Z"),
                ("proxy.password", "x9Mf4LsHd7WcRt2K"), ("web.password", "w6Qk3ZnVb8XmTs5J"),
            ].map { Secret($0.0, $0.1) }
    }

    func core(_ place: String) -> String { all.first { $0.place == place }?.core ?? "" }

    /// The places of the secrets that a text holds, but for those of some owners.
    func places(in text: String, but owners: [String] = []) -> [String] {
        let small = text.lowercased()
        return all.filter { secret in
            !owners.contains { secret.place.hasPrefix($0) }
                && (secret.forms.contains(where: small.contains)
                    || secret.codedForms.contains(where: text.contains))
        }.map(\.place)
    }

    /// What a client sends to show that it is the one user of the pages.
    var login: String { "Basic " + Data("ada:\(core("web.password"))".utf8).base64EncodedString() }

    /// The variables of the exporter.
    var environment: [String: String] {
        ["http_proxy": "http://me:\(core("proxy.password"))@127.0.0.1:9/", "no_proxy": "127.0.0.1"]
    }

    /// The configuration, whose files it writes into a folder.
    ///
    /// - Parameter peers: the address of each peer, by its name.
    func configuration(
        peers: [String: String], in folder: TemporaryFolder
    ) throws -> ExporterConfiguration {
        func address(_ name: String) -> String { peers[name] ?? "" }
        let host = address("hook").dropFirst("http://".count)
        let hook =
            "http://\(core("hook.user")):\(core("hook.password"))@\(host)/\(core("hook.path"))"
            + "?token=\(core("hook.query"))"
        let signing = Data("\(core("hook.signing"))-of-32-bytes".utf8).base64EncodedString()
        try folder.write("whsec_\(signing)\n", to: "signing")
        try folder.write("\(address("slack"))/services/\(core("slack.path"))\n", to: "slack")
        try folder.write("\(core("pager.key"))\n", to: "routing")
        try folder.write("\(address("heartbeat"))/\(core("heartbeat.path"))\n", to: "heartbeat")
        var configuration = ExporterConfiguration(api: address("api"))
        switch access {
        case .key:
            try folder.write("exr_live_\(core("api.key"))\n", to: "key")
            configuration.apiKeys = ["key_file: key"]
        case .password:
            try folder.write("poller:\(core("api.password"))\n", to: "login")
            configuration.apiKeys = ["basic_auth_file: login"]
        }
        configuration.freshness = ["default: 10m"]
        configuration.alerts = ["group_wait: 0s", "group_interval: 1s"]
        configuration.receivers = [
            ReceiverConfiguration(
                "hook", url: hook,
                keys: ["secret_file: signing", "headers: {X-Token: \(core("hook.header"))}"]),
            ReceiverConfiguration("slack", type: "slack", address: "url_file: slack"),
            ReceiverConfiguration(
                "pager", type: "pagerduty", url: address("pager"),
                keys: ["routing_key_file: routing"]),
            ReceiverConfiguration(
                "alertmanager", type: "alertmanager",
                url: "\(address("alertmanager"))/\(core("alertmanager.path"))"),
        ]
        configuration.heartbeat = ["url_file: heartbeat", "interval: 1s"]
        return configuration
    }
}
