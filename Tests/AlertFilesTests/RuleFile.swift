import Foundation
import Testing

/// The alerting rules for Prometheus, as far as tests look into them.
struct RuleFile {
    /// One rule, with the lines of its own.
    struct Rule {
        let name: String
        private let lines: [String]

        init(name: String, lines: [String]) {
            self.name = name
            self.lines = lines
        }

        /// The value of a key that has a line; nil where there is none.
        func value(of key: String) -> String? {
            let line = lines.map { $0.trimmingCharacters(in: .whitespaces) }
                .first { $0.hasPrefix("\(key): ") }
            return line.map { String($0.dropFirst(key.count + 2)) }
        }
    }

    static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "alerts")

    let text: String
    let rules: [Rule]

    init() throws {
        text = try String(
            contentsOf: Self.folder.appending(path: "exchangerate.rules.yml"), encoding: .utf8)
        let mark = "- alert: "
        let parts = text.components(separatedBy: mark).dropFirst()
        rules = parts.map { part in
            let lines = part.components(separatedBy: "\n")
            return Rule(name: lines.first ?? "", lines: lines)
        }
    }
}
