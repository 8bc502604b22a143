/// The header fields of a message, in the order in which they stand in it.
public struct HTTPHeaders: Sendable, Hashable {
    /// One field: its name as written, and its value without the white space around it.
    public struct Field: Sendable, Hashable {
        public var name: String
        public var value: String

        /// Makes a field.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// All fields, duplicates included.
    public private(set) var fields: [Field]

    /// Makes headers from fields.
    public init(_ fields: [Field] = []) {
        self.fields = fields
    }

    /// Adds a field at the end; fields of the same name stay.
    public mutating func add(name: String, value: String) {
        fields.append(Field(name: name, value: value))
    }

    /// All values of the fields of this name, compared without regard to case (RFC 9110, 5.1).
    public func values(of name: String) -> [String] {
        let wanted = name.lowercased()
        return fields.filter { $0.name.lowercased() == wanted }.map(\.value)
    }

    /// The value of the first field of this name.
    public subscript(name: String) -> String? {
        values(of: name).first
    }
}
