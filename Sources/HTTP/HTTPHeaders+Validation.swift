extension HTTPHeaders {
    /// The index of the first field that must not be sent; nil where all are well-formed.
    ///
    /// A transport refuses a request with such a field: a line break in a value would begin a
    /// header, or a request, of somebody else's making.
    public var firstMalformedField: Int? {
        fields.firstIndex { !$0.isWellFormed }
    }
}

extension HTTPHeaders.Field {
    /// Whether the name is a token and the value holds no control character but the tab.
    ///
    /// As RFC 9110 has it in 5.1 and 5.5; bytes above ASCII are let through, as opaque data.
    public var isWellFormed: Bool {
        !name.isEmpty && name.utf8.allSatisfy(Self.isTokenByte)
            && value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == UInt8(ascii: "\t") }
    }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default:
            "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}
