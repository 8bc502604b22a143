import FoundationEssentials

/// The value of one symbol in a reply.
enum RateValue: Decodable, Equatable {
    /// A number, also one in quotation marks.
    case number(Decimal)
    case null
    /// A text that is no number, a boolean, an object, a list, a number beyond a `Decimal`.
    case other

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Decimal.self) {
            self = .number(number)
        } else if container.decodeNil() {
            self = .null
        } else if let text = try? container.decode(String.self), let number = Self.number(text) {
            self = .number(number)
        } else {
            self = .other
        }
    }

    /// A text that is a JSON number from its first character to its last.
    ///
    /// Read by the decoder of JSON numbers, since `Decimal(string:)` stops where the number stops:
    /// it makes 1 of "1abc".
    static func number(_ text: String) -> Decimal? {
        guard let first = text.utf8.first, let last = text.utf8.last,
            first == UInt8(ascii: "-") || isDigit(first), isDigit(last)
        else { return nil }
        return try? JSONDecoder().decode(Decimal.self, from: Data(text.utf8))
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
    }
}
