import FoundationEssentials
import Freshness

/// A time in a reply: its text as sent, and what it stands for.
struct StampValue: Decodable, Equatable {
    /// The text, or the digits of a number without the zeros that end its fraction.
    var text: String
    /// The longest text that is read; a time is kept as sent, so that it must be bounded.
    private static let longest = 64
    /// Nil where the text is no time.
    var time: Timestamp?

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            self.init(text)
        } else if let number = try? container.decode(Decimal.self) {
            self.init(text: number.description, time: Self.time(number))
        } else {
            self.init(text: "", time: nil)
        }
    }

    /// Reads a time of ISO 8601, or an epoch number in digits.
    init(_ text: String) {
        guard text.utf8.count <= Self.longest else {
            self.init(text: text, time: nil)
            return
        }
        self.init(
            text: text,
            time: Timestamp(iso8601: text) ?? RateValue.number(text).flatMap(Self.time))
    }

    private init(text: String, time: Timestamp?) {
        self.text = text
        self.time = time
    }

    private static func time(_ number: Decimal) -> Timestamp? {
        // A Decimal prints plainly, without an exponent.
        let parts = number.description.split(separator: ".", maxSplits: 1)
        guard let first = parts.first, let whole = Int64(first) else { return nil }
        let fraction = parts.count > 1 ? parts[1].prefix(9) : ""
        let padded = fraction + String(repeating: "0", count: 9 - fraction.count)
        return Int64(padded).flatMap { Timestamp(epochNumber: whole, billionths: $0) }
    }
}
