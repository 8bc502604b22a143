import Foundation

/// The rates of one answer of the API, with their digits as they were sent.
struct SentRates {
    private struct Reply: Decodable {
        let updatedAt: String
        let effectiveAt: [String: String]?

        enum CodingKeys: String, CodingKey {
            case updatedAt = "data_updated_at"
            case effectiveAt = "effective_at"
        }
    }

    /// By symbol; without the zeros at the end of a fraction, which say nothing of the value.
    let digits: [String: String]
    private let reply: Reply

    init(_ json: String) throws {
        reply = try JSONDecoder().decode(Reply.self, from: Data(json.utf8))
        let pairs = json.matches(of: /"([A-Z]{3})":([0-9.]+)/).map { match in
            (String(match.1), Self.withoutZerosAtEnd(match.2))
        }
        digits = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }

    /// When a symbol was observed, in seconds since 1970.
    func time(of symbol: String) -> Double? {
        let text = reply.effectiveAt?[symbol] ?? reply.updatedAt
        return try? Date(text, strategy: .iso8601).timeIntervalSince1970
    }

    private static func withoutZerosAtEnd(_ digits: Substring) -> String {
        guard digits.contains(".") else { return String(digits) }
        var rest = digits
        while rest.hasSuffix("0") { rest.removeLast() }
        if rest.hasSuffix(".") { rest.removeLast() }
        return String(rest)
    }
}
