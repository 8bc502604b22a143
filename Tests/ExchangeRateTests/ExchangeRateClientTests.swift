import ExchangeRate
import Foundation
import Freshness
import HTTP
import TestKit
import Testing

struct ExchangeRateClientTests {
    private static let body = """
        {"result":"success","base":"USD","source":"live","market_session":"open",
         "timestamp":"2026-06-16T14:02:11Z","data_updated_at":"2026-06-16T14:02:00Z",
         "sources":{"EUR":"live","GBP":"ecb_daily","IDR":"ecb_daily","JPY":7},
         "effective_at":{"GBP":"2026-06-15T14:00:00.5Z","IDR":"2026-06-15T14:00:00Z","EUR":null},
         "rates":{"EUR":0.92450,"GBP":0.78910,"JPY":157.32,"USD":1},
         "notice":"Indicative rates, not for settlement.","poll_interval":300.5,
         "derived":true,"extra":{"a":[1,2,{}]}}
        """

    @Test func `a whole reply is read`() async throws {
        let transport = ScriptedTransport(
            headers: [
                ("X-RateLimit-Remaining", "42"), ("x-ratelimit-reset", "1781618561"),
                ("Date", "Tue, 16 Jun 2026 14:02:12 GMT"),
            ], body: Self.body)
        let latest = try await latest(from: transport, symbols: ["EUR", "GBP"])
        #expect(latest.base.text == "USD")
        #expect(latest.source == "live")
        #expect(latest.marketSession == "open")
        #expect(latest.dataUpdatedAt == "2026-06-16T14:02:00Z")
        #expect(latest.observedAt?.iso8601 == "2026-06-16T14:02:00Z")
        #expect(latest.rates == ["EUR": try decimal("0.9245"), "GBP": try decimal("0.7891")])
        #expect(latest.sources == ["EUR": "live", "GBP": "ecb_daily"])
        #expect(latest.effectiveAt == ["GBP": "2026-06-15T14:00:00.5Z"])
        #expect(latest.effectiveTimes["GBP"]?.iso8601 == "2026-06-15T14:00:00.500Z")
        #expect(latest.rejected.isEmpty)
        #expect(latest.notice == "Indicative rates, not for settlement.")
        #expect(latest.pollInterval == .milliseconds(300_500))
        #expect(latest.limits.remaining == 42)
        #expect(latest.limits.reset?.wholeSeconds == 1_781_618_561)
        #expect(latest.serverTime?.iso8601 == "2026-06-16T14:02:12Z")
    }

    @Test func `all symbols but the base come where none is asked for`() async throws {
        let latest = try await latest(fromBody: Self.body, symbols: [])
        #expect(Set(latest.rates.keys) == ["EUR", "GBP", "JPY"])
        #expect(latest.rejected.isEmpty)
    }

    @Test(arguments: [
        ("https://api.example", "https://api.example/v1/latest/USD?symbols=GBP,EUR"),
        ("https://api.example/", "https://api.example/v1/latest/USD?symbols=GBP,EUR"),
        (
            "https://api.example:8443/pre/fix",
            "https://api.example:8443/pre/fix/v1/latest/USD?symbols=GBP,EUR"
        ),
        (
            "https://api.example/pre%2Ffix//",
            "https://api.example/pre%2Ffix/v1/latest/USD?symbols=GBP,EUR"
        ),
        ("http://[::1]:8080", "http://[::1]:8080/v1/latest/USD?symbols=GBP,EUR"),
    ])
    func `one request asks for all symbols in their order`(
        baseURL: String, url: String
    ) async throws {
        let transport = ScriptedTransport(body: Self.body)
        let client = try ExchangeRateClient(
            baseURL: baseURL, timeout: .seconds(3), certificateAuthorityFile: "/ca.pem",
            userAgent: "exporter/1", transport: transport)
        let base = try #require(CurrencyCode("usd"))
        _ = try await client.latest(
            base: base, symbols: try codes("gbp", "USD", "EUR", "GBP"))
        let request = try #require(transport.requests.first)
        #expect(transport.requests.count == 1)
        #expect(request.url == url)
        #expect(request.method == .get)
        #expect(request.timeout == .seconds(3))
        #expect(request.bodyLimit == 1 << 20)
        #expect(request.certificateAuthorityFile == "/ca.pem")
        #expect(request.headers["User-Agent"] == "exporter/1")
    }

    @Test func `no symbols make no query`() async throws {
        let transport = ScriptedTransport(body: Self.body)
        _ = try await latest(from: transport, symbols: [])
        #expect(transport.requests.first?.url == "https://api.example/v1/latest/USD")
        #expect(transport.requests.first?.timeout == .seconds(10))
    }

    @Test func `the base as the only symbol is refused unsent, not turned into all`() async throws {
        let transport = ScriptedTransport(body: Self.body)
        let error = try await #require(throws: ExchangeRateError.self) {
            _ = try await latest(from: transport, symbols: ["USD"])
        }
        #expect(error.reason == .badRequest)
        #expect(transport.requests.isEmpty)
    }

    @Test(
        arguments: [
            (Credentials.none, nil),
            (.bearer(key: "exr_live_1"), "Bearer exr_live_1"),
            (.bearer(key: " exr_live_1\r\n"), "Bearer exr_live_1"),
            (.bearer(key: ""), nil),
            (.bearer(key: " \n\t"), nil),
            (.basic(user: "ops", password: "pä:ss"), "Basic b3BzOnDDpDpzcw=="),
        ] as [(Credentials, String?)])
    func `credentials make their header, and none make none`(
        credentials: Credentials, header: String?
    ) async throws {
        let transport = ScriptedTransport(body: Self.body)
        _ = try await latest(from: transport, credentials: credentials)
        #expect(transport.requests.first?.headers["Authorization"] == header)
        #expect(credentials.isNone == (header == nil))
    }

    @Test(arguments: [
        "", "api.example", "ftp://api.example", "https://", "https:///v1", "https://a b",
        "https://api.example:99999", "https://user@api.example", "https://u:p@api.example",
        "https://api.example/?a=b", "https://api.example/#f", "https://api.example\n",
    ])
    func `a URL that cannot be the API's is refused`(baseURL: String) throws {
        let error = #expect(throws: ExchangeRateError.self) {
            try ExchangeRateClient(baseURL: baseURL, transport: ScriptedTransport(body: ""))
        }
        #expect(error?.reason == .badRequest)
        #expect(error?.message.contains("u:p") == false)
    }

    @Test(arguments: [
        ("http://api.example", false), ("http://127.0.0.1.example", false),
        ("http://127.1.example", false), ("http://localhost.example", false),
        ("https://api.example", true), ("http://localhost:1", true), ("http://127.0.0.1:1", true),
        ("http://127.8.8.8", true), ("http://[::1]:1", true), ("HTTP://LOCALHOST", true),
    ])
    func `a key goes over plain HTTP to this machine alone`(baseURL: String, isTaken: Bool) {
        let client = try? ExchangeRateClient(
            baseURL: baseURL, credentials: .bearer(key: "k"),
            transport: ScriptedTransport(body: ""))
        #expect((client != nil) == isTaken)
        #expect(
            (try? ExchangeRateClient(baseURL: baseURL, transport: ScriptedTransport(body: "")))
                != nil)
    }

    @Test func `a password goes over plain HTTP, to an exporter of one's own network`() throws {
        _ = try ExchangeRateClient(
            baseURL: "http://rates.example:10978",
            credentials: .basic(user: "ops", password: "s3cret"),
            transport: ScriptedTransport(body: ""))
    }

    @Test func `printing a client or its credentials shows no secret`() throws {
        for credentials in [
            Credentials.bearer(key: "s3cret"), .basic(user: "ops", password: "s3cret"),
        ] {
            let client = try ExchangeRateClient(
                credentials: credentials, transport: ScriptedTransport(body: ""))
            var dumped = ""
            dump(credentials, to: &dumped)
            let texts = [
                "\(credentials)", String(reflecting: credentials), dumped,
                "\([credentials])", "\(Optional(credentials) as Any)",
            ]
            for text in texts { #expect(!text.contains("s3cret"), "\(text)") }
            var dumpedClient = ""
            dump(client, to: &dumpedClient)
            #expect(!dumpedClient.contains("s3cret"))
            #expect(!String(reflecting: client).contains("s3cret"))
        }
    }
}
