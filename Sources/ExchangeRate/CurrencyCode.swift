/// A currency by its ISO 4217 code: three ASCII letters, held in upper case.
///
/// There is no list of known codes: currencies come and go.
public struct CurrencyCode: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The three letters, in upper case.
    public let text: String

    /// Makes a code from three ASCII letters of either case; nil for anything else.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 3 else { return nil }
        let upper = bytes.map { byte in
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte ? byte - 32 : byte
        }
        guard upper.allSatisfy({ UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 }) else { return nil }
        self.text = String(decoding: upper, as: UTF8.self)
    }

    public var description: String { text }

    public static func < (left: Self, right: Self) -> Bool {
        left.text < right.text
    }
}
