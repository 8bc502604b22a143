/// Header fields in their order; names are compared without regard to case.
public struct HeaderFields: Sendable, ExpressibleByDictionaryLiteral {
    /// One field.
    public struct Field: Sendable, Hashable {
        public let name: String
        public let value: String

        /// Makes a field.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// All fields, as they came.
    public private(set) var fields: [Field] = []

    /// Makes fields in the order of the literal.
    public init(dictionaryLiteral elements: (String, String)...) {
        fields = elements.map { Field(name: $0.0, value: $0.1) }
    }

    /// Makes room for fields.
    mutating func reserveCapacity(_ count: Int) { fields.reserveCapacity(count) }

    /// Adds a field behind those that are there, also where the name is there already.
    public mutating func append(_ name: String, _ value: String) {
        fields.append(Field(name: name, value: value))
    }

    /// The values of all fields of a name.
    public func values(of name: String) -> [String] {
        var values: [String] = []
        for index in fields.indices where Self.isSameName(fields[index].name, name) {
            values.append(fields[index].value)
        }
        return values
    }

    /// The value of a name, several joined by commas as RFC 9110, 5.3, has it; nil for none.
    public subscript(name: String) -> String? {
        let values = values(of: name)
        return values.count > 1 ? values.joined(separator: ", ") : values.first
    }

    private static func isSameName(_ left: String, _ right: String) -> Bool {
        let left = left.utf8
        let right = right.utf8
        return left.count == right.count
            && zip(left, right).allSatisfy { $0.lowercasedASCII == $1.lowercasedASCII }
    }
}

extension UInt8 {
    /// The byte, with a letter from A to Z made small.
    var lowercasedASCII: UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
    }
}
