import ConfigTree
import Domain

@testable import Delivery

/// What was read from a text, and what is wrong with it.
struct SettingsReading<Value> {
    let value: Value
    /// All errors with the lines that they show.
    let report: String
    /// Place and message of each error.
    let problems: [String]

    /// Reads a text whose relative paths start at `/etc/fx/`.
    init(
        _ text: String, files: [String: String] = [:],
        _ read: (MapReader, FileReader<StubFiles>) -> Value
    ) {
        let report = ConfigReport(
            file: "f", bytes: Array(text.utf8),
            redaction: Redaction(secretPrefixes: Secret.prefixes))
        let root = report.root()
        value = read(root, FileReader(folder: "/etc/fx/", files: StubFiles(texts: files)))
        root.finish()
        self.report = report.problems.map(\.description).joined(separator: "\n")
        problems = report.problems.map { problem in
            let place = problem.position.map { "\($0.line):\($0.column): " } ?? ""
            return place + problem.message
        }
    }
}

extension SettingsReading<[ReceiverSettings]> {
    /// Reads the list `receivers`.
    init(receivers text: String, files: [String: String] = [:]) {
        self.init(text, files: files) { root, reader in
            ReceiverSettings.receivers(reading: root, folder: reader.folder, files: reader.files)
        }
    }
}
