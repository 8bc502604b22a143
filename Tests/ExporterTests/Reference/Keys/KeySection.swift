import Delivery
import Testing

/// The keys of one map of the configuration.
struct KeySection: Sendable, CustomTestStringConvertible {
    /// The keys that lead to the map; of a list, to the list.
    var path: [String]
    /// Whether there is a list of such maps.
    var isList = false
    /// The type of receiver that it is looked at for.
    var type: ReceiverType?
    /// What it is for, in Markdown.
    var meaning: String
    /// Keys that must be there, with values.
    var needed: KeyValuePairs<String, String> = [:]
    var keys: [KeyDefinition]

    var name: String { path.joined(separator: ".") }

    var testDescription: String { name + (type.map { " of type \($0.rawValue)" } ?? "") }

    /// A configuration with one key of it, the needed ones, and nothing else.
    func document(with name: String? = nil, _ value: String = "", without rival: String? = nil)
        -> String
    {
        let others = needed.filter { $0.key != name && $0.key != rival }
        let entries =
            others.map { "\($0.key): \($0.value)" } + (name.map { ["\($0): \(value)"] } ?? [])
        let map = "{\(entries.joined(separator: ", "))}"
        let nested = path.dropFirst().reversed().reduce(isList ? "[\(map)]" : map) {
            "{\($1): \($0)}"
        }
        return "\(path[0]): \(nested)\n"
    }

    /// The path of a key as errors name it.
    func path(of key: String) -> String { "\(name)\(isList ? "[0]" : "").\(key)" }
}
