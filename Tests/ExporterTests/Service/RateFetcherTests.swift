import Domain
import ExchangeRate
import HTTP
import TestKit
import Testing

@testable import Exporter

struct RateFetcherTests {
    private let transport = ScriptedTransport(body: "{}")

    /// Where a request went, and with which key.
    private func request(of fetcher: RateFetcher) async throws -> String? {
        let base = try #require(CurrencyCode("USD"))
        _ = await fetcher.latest(WatchedBase(base: base, symbols: [], interval: .seconds(300)))
        return transport.requests.last.map { request in
            let host = request.url.split(separator: "/").dropFirst().first ?? ""
            return "\(host) \(request.headers["Authorization"] ?? "none")"
        }
    }

    private func settings(_ host: String) -> APISettings {
        var settings = APISettings()
        settings.url = "https://\(host)"
        settings.host = host
        return settings
    }

    @Test func `a key of the configuration in force is used from the next request on`() async throws
    {
        let old = settings("old.example")
        let fetcher = try RateFetcher(settings: old, credential: .keyless, transport: transport)
        #expect(try await request(of: fetcher) == "old.example none")
        let key = APICredential.key(Secret("a-new-key"))
        #expect(try fetcher.change(to: key, of: old, in: fetcher.generation))
        #expect(try await request(of: fetcher) == "old.example Bearer a-new-key")
    }

    @Test func `a key that was read for the configuration before is used nowhere`() async throws {
        let old = settings("old.example")
        let fetcher = try RateFetcher(settings: old, credential: .keyless, transport: transport)
        let generation = fetcher.generation
        let key = APICredential.key(Secret("the-right-key"))
        try fetcher.reconfigure(settings("new.example"), credential: key)
        let late = APICredential.key(Secret("the-old-key"))
        #expect(try !fetcher.change(to: late, of: old, in: generation))
        #expect(try await request(of: fetcher) == "new.example Bearer the-right-key")
    }
}
