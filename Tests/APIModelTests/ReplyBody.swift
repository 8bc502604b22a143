import APIModel
import ExchangeRate
import Foundation
import Freshness
import Testing

/// A good body as a client reads it.
struct ReplyBody: Decodable {
    let result: String
    let base: String
    let source: String
    let marketSession: String
    let timestamp: String
    let dataUpdatedAt: String
    let sources: [String: String]?
    let effectiveAt: [String: String]?
    let rates: [String: Decimal]
    let notice: String

    enum CodingKeys: String, CodingKey {
        case result, base, source, timestamp, sources, rates, notice
        case marketSession = "market_session"
        case dataUpdatedAt = "data_updated_at"
        case effectiveAt = "effective_at"
    }

    init(_ answer: APIAnswer) throws {
        #expect(answer.status == 200, "\(answer.text)")
        self = try JSONDecoder().decode(ReplyBody.self, from: Data(answer.body))
    }
}

/// The body of a documented error.
struct ErrorBody: Decodable, Equatable {
    let result: String
    let code: String
    let message: String

    init(_ answer: APIAnswer) throws {
        self = try JSONDecoder().decode(ErrorBody.self, from: Data(answer.body))
    }
}

extension APIAnswer {
    /// The body as text.
    var text: String { String(decoding: body, as: UTF8.self) }
}

/// Reads a UTC time such as 2026-06-16T14:02:00Z.
func time(_ text: String) throws -> Timestamp {
    try #require(Timestamp(iso8601: text))
}

/// Reads a currency code.
func code(_ text: String) throws -> CurrencyCode {
    try #require(CurrencyCode(text))
}

/// Reads a day such as 2026-06-16.
func calendarDay(_ text: String) throws -> CivilDate {
    try #require(CivilDate(iso8601: text))
}
