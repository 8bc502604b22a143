// The code of docs/library.md, word for word: LibraryPageTests holds the two together.

import ExchangeRate
import ExchangeRateURLSession
import Freshness
import Transport

func rates(of base: CurrencyCode, by client: ExchangeRateClient) async -> String {
    do {
        let latest = try await client.latest(
            base: base, symbols: ["EUR", "GBP"].compactMap(CurrencyCode.init))
        let rates = latest.rates.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
        return "\(rates.joined(separator: ", ")) as of \(latest.dataUpdatedAt)"
    } catch {
        switch error.reason {
        case .unauthorized: return "the key is wrong: \(error.message)"
        case .rateLimited: return "too many requests: \(text(error.retryAfter))"
        default: return error.description
        }
    }
}

func text(_ retryAfter: RetryAfter?) -> String {
    switch retryAfter {
    case .after(let wait): "again in \(wait)"
    case .at(let time): "again at \(time.iso8601)"
    case nil: "no word on when to ask again"
    }
}

func staleSymbols(of latest: Latest, at now: Timestamp, came: Timestamp) -> [String] {
    let dueTimes = latest.dueTimes(interval: .seconds(300), now: came)
    return dueTimes.filter { $0.value < now }.keys.sorted()
}

func clientOverCurl(baseURL: String, key: String) throws -> ExchangeRateClient {
    try ExchangeRateClient(
        baseURL: baseURL, credentials: .bearer(key: key), userAgent: "my-program/1.0",
        transport: CurlTransport())
}

func clientOverURLSession(baseURL: String, key: String) throws -> ExchangeRateClient {
    try ExchangeRateClient(
        baseURL: baseURL, credentials: .bearer(key: key), userAgent: "my-program/1.0",
        transport: URLSessionTransport())
}

func printRates(from baseURL: String) async throws {
    let transport = try CurlTransport()
    let client = try ExchangeRateClient(
        baseURL: baseURL, userAgent: "my-program/1.0", transport: transport)
    if let dollar = CurrencyCode("USD") {
        print(await rates(of: dollar, by: client))
    }
    await transport.shutdown()
}

func program() async throws {
    try await printRates(from: "https://api.exchangerate.dev")
}
