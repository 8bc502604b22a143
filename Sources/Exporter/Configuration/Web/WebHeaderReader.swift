import ConfigTree
import Serving

/// Reads `http_server_config`.
enum WebHeaderReader {
    /// The fields that may be set, with the words that one of them is bound to.
    private static let known: KeyValuePairs<String, [String]> = [
        "Content-Security-Policy": [], "X-Frame-Options": ["deny", "sameorigin"],
        "X-Content-Type-Options": ["nosniff"], "X-XSS-Protection": [],
        "Strict-Transport-Security": [],
    ]

    /// The fields that every answer carries.
    static func headers(reading reader: MapReader) -> HeaderFields {
        if reader.boolean("http2", default: false) {
            reader.reject("http2", "HTTP/2 is not supported; remove it, or write false")
        }
        var fields: HeaderFields = [:]
        let map = reader.map("headers", allowed: "a map of header fields")
        for (name, words) in known {
            guard let value = map.value(name), let text = value.text() else { continue }
            guard words.isEmpty || words.contains(text.lowercased()) else {
                value.reject(
                    "found \(value.found); allowed is \(words.joined(separator: " or "))")
                continue
            }
            guard text.utf8.allSatisfy({ 0x20...0x7E ~= $0 }) else {
                value.reject("found a character beyond ASCII; allowed is a text without")
                continue
            }
            fields.append(name, text)
        }
        map.finish()
        reader.finish()
        return fields
    }
}
