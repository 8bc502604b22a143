import Foundation
import Testing

/// A YAML file of the packaging, as far as tests look into it.
struct YAMLFile {
    private let value: Any

    private init(value: Any) {
        self.value = value
    }

    /// Reads a file of the folder, by Python's parser.
    init(_ path: String) async throws {
        let script =
            "import json, sys, yaml; json.dump(yaml.safe_load(open(sys.argv[1])), sys.stdout)"
        let outcome = try await PackagingFolder.run(
            program: "/usr/bin/python3",
            ["-c", script, PackagingFolder.url.appending(path: path).path])
        try #require(outcome.status == 0, "\(outcome.errors)")
        value = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    }

    var string: String? { value as? String }
    var number: Int? { value as? Int }
    var isTrue: Bool { value as? Bool ?? false }
    var list: [YAMLFile] { (value as? [Any] ?? []).map { YAMLFile(value: $0) } }
    var strings: [String] { list.compactMap(\.string) }

    /// What lies at a path of keys; nil where there is nothing.
    subscript(keys: String...) -> YAMLFile? {
        keys.reduce(self) { node, key in
            let map = node?.value as? [String: Any]
            return map?[key].map { YAMLFile(value: $0) }
        }
    }

    /// The entry of a list of maps that has a name.
    func entry(named name: String) -> YAMLFile? {
        list.first { $0["name"]?.string == name }
    }
}
