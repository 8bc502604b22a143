import Freshness

/// JSON as it is written: the API's replies keep the order of their fields and the digits of their
/// numbers, which no encoder promises.
public enum JSONText {
    /// A string in its quotes.
    public static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\u{0}"..."\u{1F}", "\u{7F}":
                result += "\\u" + scalar.value.padded(to: 4, radix: 16)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    /// An object of fields whose values are JSON already.
    public static func object(_ fields: [(name: String, json: String)]) -> String {
        "{" + fields.map { "\(quoted($0.name)):\($0.json)" }.joined(separator: ",") + "}"
    }

    /// A list of elements that are JSON already.
    public static func list(_ elements: [String]) -> String {
        "[" + elements.joined(separator: ",") + "]"
    }
}
