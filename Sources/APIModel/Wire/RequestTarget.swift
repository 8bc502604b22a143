/// The path and the query of a request, decoded.
public struct RequestTarget: Sendable, Hashable {
    /// A field of a query.
    public struct Field: Sendable, Hashable {
        public let name: String
        public let value: String

        /// Makes a field.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The parts of the path between its slashes.
    public let path: [String]
    /// The fields of the query, in their order.
    public let query: [Field]

    /// Takes a target apart as a request line bears it; nil where it is no absolute path, or an
    /// escape in it is broken or stands for no text.
    public init?(_ target: String) {
        guard target.utf8.first == UInt8(ascii: "/") else { return nil }
        let parts = target.utf8.split(
            separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
        var path: [String] = []
        for part in parts[0].split(separator: UInt8(ascii: "/")) {
            guard let text = Self.decoded(part) else { return nil }
            path.append(text)
        }
        self.path = path
        guard parts.count == 2, let query = Self.fields(of: parts[1]) else {
            query = []
            if parts.count == 2 { return nil }
            return
        }
        self.query = query
    }

    /// The value of the first field of a name.
    public func value(of name: String) -> String? {
        query.first { $0.name == name }?.value
    }

    private static func fields(of query: Substring.UTF8View) -> [Field]? {
        var fields: [Field] = []
        for pair in query.split(separator: UInt8(ascii: "&")) {
            let sides = pair.split(
                separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = decoded(sides[0]),
                let value = decoded(sides.count == 2 ? sides[1] : Substring().utf8)
            else { return nil }
            fields.append(Field(name: name, value: value))
        }
        return fields
    }

    private static func decoded(_ text: some Collection<UInt8>) -> String? {
        var bytes: [UInt8] = []
        var rest = text[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(hexDigit),
                let low = rest.popFirst().flatMap(hexDigit)
            else { return nil }
            bytes.append(high << 4 | low)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func hexDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
