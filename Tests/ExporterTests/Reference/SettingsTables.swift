@testable import Exporter

/// The tables of docs/configuration.md that are made from the catalogues of keys and flags.
enum SettingsTables {
    /// By the names of the places in the page where they stand.
    static var blocks: [String: String] {
        var blocks = Dictionary(
            uniqueKeysWithValues: KeyCatalogue.sections.filter { $0.path.first != "alerts" }
                .map { ($0.name, table(of: $0.keys)) })
        blocks["alerts"] = table(of: KeyCatalogue.alerts.keys)
        blocks["alerts.rules"] = table(ofRules: KeyCatalogue.rules)
        blocks["web"] = web
        blocks["flags"] = flags
        return blocks
    }

    private static var web: String {
        table(
            ["key", "value", "default", "meaning"],
            WebKeyCatalogue.sections.flatMap { section in
                section.keys.map { key in
                    [
                        key.isOfUser
                            ? "a name under `\(section.name)`" : "`\(section.name).\(key.name)`",
                        key.kind.markdown, key.standard.markdown, key.meaning,
                    ]
                }
            })
    }

    private static var flags: String {
        table(
            ["flag", "default", "meaning"],
            FlagCatalogue.flags.map { flag in
                let letter = flag.letter.map { "`-\($0)`, " } ?? ""
                let owner = flag.owners.map { " Of \($0) alone." } ?? ""
                let standard =
                    switch flag.effect {
                    case .command, .presence: ""
                    case .toggle: "off"
                    case .value(_, let standard, _): standard.isEmpty ? "none" : "`\(standard)`"
                    }
                return ["\(letter)`--\(flag.name)`", standard, flag.help + owner]
            })
    }

    private static func table(of keys: [KeyDefinition]) -> String {
        table(
            ["key", "value", "default", "meaning"],
            keys.map { key in
                [
                    key.isOfUser ? "any other name" : "`\(key.name)`", key.kind.markdown,
                    key.standard.markdown, key.meaning,
                ]
            })
    }

    /// One table for all rules, which share most of their keys; their defaults are told above.
    private static func table(ofRules rules: [KeySection]) -> String {
        var names: [String] = []
        for key in rules.flatMap(\.keys) where !names.contains(key.name) { names.append(key.name) }
        let rows = names.compactMap { name -> [String]? in
            let owners = rules.filter { $0.keys.contains { $0.name == name } }
            guard let key = owners.first?.keys.first(where: { $0.name == name }) else { return nil }
            let isOfAll = owners.count == rules.count
            return [
                "`\(name)`", key.kind.markdown,
                isOfAll ? "all" : owners.map { "`\($0.path[1])`" }.joined(separator: ", "),
                key.meaning,
            ]
        }
        return table(["key", "value", "rules", "meaning"], rows)
    }

    private static func table(_ head: [String], _ rows: [[String]]) -> String {
        ([head, head.map { _ in "---" }] + rows)
            .map { "| \($0.joined(separator: " | ")) |" }.joined(separator: "\n")
    }
}
