/// A media type, or a range of them, that a client accepts. RFC 9110, 12.5.1
public struct MediaRange: Sendable, Hashable {
    /// In small letters; `*` for any.
    public let type: String
    /// In small letters; `*` for any.
    public let subtype: String
    /// By names in small letters, values without quotes; the last of a name given twice.
    public let parameters: [String: String]
    /// How much it is wanted, in thousandths: 0 (not at all) to 1000.
    public let weight: Int

    /// Reads the value of an `Accept` header, the most wanted first.
    ///
    /// Of equal weight, the more exact range comes first, then the one that stands first. What is
    /// no media range is left out; nil and garbage are an empty list.
    public static func ranges(in accept: String?) -> [MediaRange] {
        WeightedList.elements(in: accept ?? "").compactMap { MediaRange($0) }
            .enumerated().sorted { left, right in
                let (a, b) = (left.element, right.element)
                if a.weight != b.weight { return a.weight > b.weight }
                if a.precision != b.precision { return a.precision > b.precision }
                return left.offset < right.offset
            }
            .map(\.element)
    }

    private init?(_ element: WeightedList.Element) {
        let parts = element.value.utf8.split(
            separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.isToken }) else { return nil }
        type = String(decoding: parts[0], as: UTF8.self)
        subtype = String(decoding: parts[1], as: UTF8.self)
        guard type != "*" || subtype == "*" else { return nil }
        parameters = Dictionary(element.parameters.map { ($0.name, $0.value) }) { $1 }
        weight = element.weight
    }

    private var precision: Int {
        if type == "*" { return 0 }
        return subtype == "*" ? 1 : 2 + parameters.count
    }
}

extension Collection<UInt8> {
    /// Whether the bytes are a token. RFC 9110, 5.6.2
    var isToken: Bool {
        !isEmpty
            && allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "^")...UInt8(ascii: "z"), UInt8(ascii: "|"), UInt8(ascii: "~"),
                    UInt8(ascii: "!"), UInt8(ascii: "#")...UInt8(ascii: "'"), UInt8(ascii: "*"),
                    UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
                    true
                default: false
                }
            }
    }
}
