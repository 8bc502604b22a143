import FoundationEssentials

/// The bytes of a message in JSON, the same for the same message.
enum JSONBody {
    static func bytes(of message: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Nothing in a message can fail to encode; an empty object tells the receiver if it does.
        guard let data = try? encoder.encode(message) else { return Array("{}".utf8) }
        return Array(data)
    }
}
