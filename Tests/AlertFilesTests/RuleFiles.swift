import Foundation

/// The rules for Prometheus, as far as tests look into them.
struct RuleFiles {
    /// One alerting rule, with the lines of its own.
    struct Alert {
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

    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    static let folder = root.appending(path: "alerts")
    static let runbooks = root.appending(path: "docs/runbooks")

    /// Names of the files in a folder that end so, in order.
    static func names(in folder: URL, suffix: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(suffix) }.sorted()
    }

    /// The text of a file in the folder of the rules.
    static func text(of name: String) throws -> String {
        try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }

    /// All files, one after the other.
    let text: String
    let alerts: [Alert]
    /// Names of the recorded series.
    let records: [String]

    init() throws {
        text = try Self.names(in: Self.folder, suffix: ".rules.yml").map(Self.text)
            .joined(separator: "\n")
        alerts = text.components(separatedBy: "- alert: ").dropFirst().map { part in
            let lines = part.components(separatedBy: "\n")
            return Alert(name: lines.first ?? "", lines: lines)
        }
        records = text.matches(of: /- record: (.+)/).map { String($0.output.1) }
    }
}
