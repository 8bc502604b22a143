import Domain
import FoundationEssentials

/// Values in the JSON text of a column.
///
/// Only texts, integers, and types of this target go through it: how `Codable` writes a type of
/// another target, or a `Duration`, may change without the schema.
enum JSONText {
    static func encode(_ value: some Encodable) throws(StorageFault) -> SQLValue {
        .text(try text(of: value))
    }

    static func text(of value: some Encodable) throws(StorageFault) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return String(decoding: try encoder.encode(value), as: UTF8.self)
        } catch {
            throw StorageFault(.failed, "a value of type \(type(of: value)) has no JSON")
        }
    }

    /// Nil where the text is no JSON of the type.
    static func decode<Value: Decodable>(_ type: Value.Type, from text: String) -> Value? {
        try? JSONDecoder().decode(type, from: Data(text.utf8))
    }
}

extension Row {
    /// Nil where the column is no JSON text of the type.
    func json<Value: Decodable>(_ column: Int32, as type: Value.Type) -> Value? {
        text(column).flatMap { JSONText.decode(type, from: $0) }
    }
}
