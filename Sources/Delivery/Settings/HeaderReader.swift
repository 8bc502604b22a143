import ConfigTree
import Domain
import HTTP

/// Reads the map `headers`; what is wrong is recorded, without a value of it.
enum HeaderReader {
    /// Those that the daemon or its transport sets, in lower case.
    private static let reserved: Set<String> = [
        "content-type", "user-agent", "content-length", "host", "transfer-encoding", "connection",
        "expect",
    ]
    /// Of the headers of Standard Webhooks.
    private static let reservedPrefix = "webhook-"

    static func headers(_ value: ValueReader) -> [ReceiverHeader] {
        guard let entries = value.secrets(allowed: "a map of headers, such as {X-Team: fx}") else {
            return []
        }
        var names: [String: String] = [:]
        return entries.compactMap { entry in
            // Without a value, the name may be what was meant as one.
            guard !entry.isBlank else {
                entry.rejectName("has no value; write one after a colon and a blank")
                return nil
            }
            guard HTTPHeaders.Field(name: entry.name, value: "").isWellFormed else {
                entry.rejectName(
                    "is no name of a header; allowed are letters, digits and !#$%&'*+-.^_`|~")
                return nil
            }
            guard entry.showName() else { return nil }
            let folded = entry.name.lowercased()
            guard !reserved.contains(folded), !folded.hasPrefix(reservedPrefix) else {
                entry.rejectName("is set by the exporter itself; remove it")
                return nil
            }
            if let first = names.updateValue(entry.name, forKey: folded), first != entry.name {
                entry.rejectName("is the same header as \(first); remove one")
                return nil
            }
            return header(entry)
        }
    }

    private static func header(_ entry: SecretEntry) -> ReceiverHeader? {
        let value = entry.value
        guard let text = value.secret(allowed: "a text") else { return nil }
        // Receivers do not agree on what a byte beyond it means. RFC 9110, 5.5
        guard text.utf8.allSatisfy({ 0x20...0x7E ~= $0 }) else {
            value.reject("found a character beyond ASCII; allowed is a text without")
            return nil
        }
        let start = text.drop { $0 == " " }
        let trimmed = String(start.reversed().drop { $0 == " " }.reversed())
        return ReceiverHeader(name: entry.name, value: Secret(trimmed))
    }
}
