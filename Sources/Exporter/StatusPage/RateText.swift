/// A rate as people read it: rounded where it is long, its whole part in groups of three digits.
///
/// The digits stay as they are up to the eighth significant one: two more than the six that euro
/// conversion rates have by law (Council Regulation (EC) No 1103/97, article 4). There it is rounded,
/// a half upwards. The whole part is never rounded away.
///
/// | exact | shown |
/// |---|---|
/// | `0.8625` | `0.8625` |
/// | `0.0069290465631929` | `0.0069290466` |
/// | `16234.5` | `16 234.5` |
/// | `1234567890.5` | `1 234 567 891` |
struct RateText {
    /// The significant digits up to which a rate is shown.
    static let significantDigits = 8

    /// What stands between groups: a narrow space at which no line breaks.
    private static let separator = "\u{202F}"

    private static let (zero, five, nine) = (
        UInt8(ascii: "0"), UInt8(ascii: "5"), UInt8(ascii: "9")
    )

    /// The rate for reading.
    let text: String

    /// Rounds and groups a decimal: digits with at most one point.
    init(exact: String) {
        let parts = exact.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let whole = Array(parts.first ?? "".utf8[...])
        let fraction = Array(parts.dropFirst().first ?? "".utf8[...])
        let kept = Self.keptFractionDigits(whole: whole, fraction: fraction)
        var digits = whole + fraction.prefix(kept)
        if kept < fraction.count, fraction[kept] >= Self.five { Self.increment(&digits) }
        let grouped = Self.grouped(digits.dropLast(kept))
        let rest = String(decoding: digits.suffix(kept), as: UTF8.self)
        text = rest.isEmpty ? grouped : "\(grouped).\(rest)"
    }

    /// How many digits after the point are shown.
    private static func keptFractionDigits(whole: [UInt8], fraction: [UInt8]) -> Int {
        let significant = whole.drop { $0 == zero }.count
        let zeros = significant == 0 ? fraction.prefix { $0 == zero }.count : 0
        return min(fraction.count, zeros + max(0, significantDigits - significant))
    }

    /// Adds one to the last digit.
    private static func increment(_ digits: inout [UInt8]) {
        for index in digits.indices.reversed() {
            guard digits[index] == nine else {
                digits[index] += 1
                return
            }
            digits[index] = zero
        }
        digits.insert(zero + 1, at: 0)
    }

    private static func grouped(_ digits: ArraySlice<UInt8>) -> String {
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { text += separator }
            text.unicodeScalars.append(Unicode.Scalar(digit))
        }
        return text
    }
}
