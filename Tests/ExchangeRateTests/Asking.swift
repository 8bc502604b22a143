import ExchangeRate
import Foundation
import HTTP
import TestKit
import Testing

/// Codes from texts; one that is none fails the test.
func codes(_ texts: String...) throws -> [CurrencyCode] {
    try texts.map { try #require(CurrencyCode($0)) }
}

/// The rates of USD in EUR and GBP, or in other symbols, from a scripted answer.
func latest(
    from transport: ScriptedTransport, symbols: [String] = ["EUR", "GBP"],
    credentials: Credentials = .none
) async throws -> Latest {
    let client = try ExchangeRateClient(
        baseURL: "https://api.example", credentials: credentials, transport: transport)
    return try await client.latest(
        base: try #require(CurrencyCode("USD")),
        symbols: try symbols.map { try #require(CurrencyCode($0)) })
}

/// The rates from a 200 with this body.
func latest(fromBody body: String, symbols: [String] = ["EUR", "GBP"]) async throws -> Latest {
    try await latest(from: ScriptedTransport(body: body), symbols: symbols)
}

/// The error that a scripted answer leads to.
func failure(
    from transport: ScriptedTransport, credentials: Credentials = .none
) async throws -> ExchangeRateError {
    try await #require(throws: ExchangeRateError.self) {
        _ = try await latest(from: transport, credentials: credentials)
    }
}

/// A reply whose only rate is EUR, as the JSON text of its value.
func reply(eur: String, more: String = "") -> String {
    """
    {"result":"success","base":"USD","source":"live","data_updated_at":"2026-06-16T14:02:00Z",\
    \(more)"rates":{"EUR":\(eur)}}
    """
}

/// Exact decimals from text, as Foundation reads them.
func decimal(_ text: String) throws -> Decimal {
    try #require(Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")))
}
