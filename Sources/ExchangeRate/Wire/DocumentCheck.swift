/// Looks over a document before it is decoded, for what the decoder lets through.
///
/// `JSONDecoder` takes a byte order mark, other encodings, bytes that are no UTF-8 and numbers
/// beyond any range, as long as they stand in parts that nobody asks for; and its own bound of
/// nesting is 512.
enum DocumentCheck {
    /// Why a document is refused.
    enum Refusal: Error {
        case empty
        case notUTF8
        case byteOrderMark
        /// No object stands at the top: a list, a text, HTML.
        case notAnObject
        case tooDeep
        /// A number beyond the range of a `Double`, which would be an infinity.
        case numberOutOfRange
    }

    /// The deepest nesting; a reply has two levels.
    private static let depthLimit = 64
    private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")

    /// Throws where a document must not be decoded; it need not be well-formed to pass.
    static func check(_ bytes: [UInt8]) throws(Refusal) {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { throw .byteOrderMark }
        guard let first = bytes.first(where: { !isBlank($0) }) else { throw .empty }
        // A NUL is in no JSON, but in every JSON of UTF-16, which the decoder finds out.
        guard !bytes.contains(0), String(validating: bytes, as: UTF8.self) != nil else {
            throw .notUTF8
        }
        guard first == UInt8(ascii: "{") else { throw .notAnObject }

        var depth = 0
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            switch byte {
            case UInt8(ascii: "\""):
                index = endOfString(in: bytes, from: index + 1)
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                if depth > depthLimit { throw .tooDeep }
                index += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                index += 1
            case UInt8(ascii: "-"), digits:
                index = try endOfNumber(in: bytes, from: index)
            default:
                index += 1
            }
        }
    }

    /// The index after the closing quotation mark.
    private static func endOfString(in bytes: [UInt8], from start: Int) -> Int {
        var index = start
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return index + 1
    }

    private static func endOfNumber(in bytes: [UInt8], from start: Int) throws(Refusal) -> Int {
        var end = start
        while end < bytes.count, digits ~= bytes[end] || "+-.eE".utf8.contains(bytes[end]) {
            end += 1
        }
        // Shorter ones cannot leave the range without an exponent.
        let number = bytes[start..<end]
        guard number.count > 300 || number.contains(where: { $0 | 0x20 == UInt8(ascii: "e") })
        else { return end }
        if let value = Double(String(decoding: number, as: UTF8.self)), !value.isFinite {
            throw .numberOutOfRange
        }
        return end
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }
}

extension DocumentCheck.Refusal {
    /// What is wrong, for people.
    var explanation: String {
        switch self {
        case .empty: "it is empty"
        case .notUTF8: "it is no UTF-8"
        case .byteOrderMark: "it begins with a byte order mark"
        case .notAnObject: "it is no JSON object"
        case .tooDeep: "it is nested too deeply"
        case .numberOutOfRange: "it has a number out of range"
        }
    }
}
