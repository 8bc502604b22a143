/// One `name=value` of a query.
public struct QueryItem: Sendable, Hashable {
    public let name: String
    /// Empty where there is no `=`.
    public let value: String

    /// Makes an item.
    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }

    /// Reads the items of a query as forms write them: `+` is a space, `%XX` a byte.
    ///
    /// A `%` without two hexadecimal digits stands for itself; bytes that are not UTF-8 are
    /// replaced.
    public static func items(in query: String) -> [QueryItem] {
        query.utf8.split(separator: UInt8(ascii: "&")).map { part in
            let pieces = part.split(
                separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            return QueryItem(
                name: pieces.first.map { decode($0) } ?? "",
                value: pieces.count > 1 ? decode(pieces[1]) : "")
        }
    }

    private static func decode(_ text: Substring.UTF8View) -> String {
        let text = Array(text)
        var bytes: [UInt8] = []
        var index = 0
        while index < text.count {
            let byte = text[index]
            if byte == UInt8(ascii: "%"), index + 2 < text.count,
                let high = hexadecimal(text[index + 1]), let low = hexadecimal(text[index + 2])
            {
                bytes.append(high << 4 | low)
                index += 3
            } else {
                bytes.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
                index += 1
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func hexadecimal(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
