import ExchangeRate
import ExchangeRateURLSession
import Foundation
import TestKit
import Testing

@Suite(.byTheClock) struct ExchangeRateClientOverURLSessionTests {
    private static let body = """
        {"result":"success","base":"USD","source":"live","market_session":"open",
         "data_updated_at":"2026-06-16T14:02:00Z","rates":{"EUR":0.9245,"GBP":0.7891}}
        """

    @Test func `rates come exactly as the API sent them`() async throws {
        let server = try LoopbackServer(.send(answer(Self.body)))
        defer { server.stop() }
        let latest = try await latest(from: server)
        #expect(latest.source == "live")
        #expect(latest.marketSession == "open")
        #expect(latest.rates["EUR"] == Decimal(string: "0.9245"))
        let head = try #require(server.requests.first?.head)
        #expect(head.hasPrefix("GET /v1/latest/USD?symbols=EUR,GBP HTTP/1.1\r\n"))
        #expect(head.contains("Authorization: Bearer exr_live_1\r\n"))
    }

    @Test func `an exporter's answer is read as the API's own`() async throws {
        let server = try LoopbackServer(.send(answer(try Self.page("mixed"))))
        defer { server.stop() }
        let latest = try await latest(from: server)
        #expect(latest.rates["EUR"] == Decimal(string: "0.8625"))
        #expect(latest.rates["GBP"] == Decimal(string: "0.7361"))
        #expect(latest.sources == ["EUR": "live", "GBP": "live"])
        #expect(latest.effectiveAt["GBP"] == "2026-06-16T14:02:00Z")
        #expect(latest.effectiveTimes["GBP"] == latest.observedAt)
        #expect(latest.pollInterval == .seconds(300))
        #expect(latest.notice == "Indicative rates, not for settlement.")
    }

    @Test(arguments: [
        ("unsupported", "404 Not Found", FailureReason.unprocessable),
        ("never", "503 Service Unavailable", .server),
    ])
    func `an exporter's error has the API's reason`(
        page: String, status: String, reason: FailureReason
    ) async throws {
        let server = try LoopbackServer(
            .send(answer(try Self.page(page), status: status, headers: "Retry-After: 7\r\n")))
        defer { server.stop() }
        let error = try await #require(throws: ExchangeRateError.self) {
            _ = try await latest(from: server)
        }
        #expect(error.reason == reason)
        #expect(error.retryAfter == .after(.seconds(7)))
    }

    /// What the exporter answers, as its own tests have recorded it.
    private static func page(_ name: String) throws -> String {
        let tests = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent()
        return try String(
            contentsOf: tests.appending(path: "ExporterTests/Web/Golden/latest-\(name).json"),
            encoding: .utf8)
    }

    @Test(arguments: [
        ("401 Unauthorized", "WWW-Authenticate: Bearer\r\n", FailureReason.unauthorized),
        ("429 Too Many Requests", "Retry-After: 7\r\n", .rateLimited),
        ("302 Found", "Location: http://127.0.0.1:1/\r\n", .redirect),
        ("503 Service Unavailable", "", .server),
    ])
    func `a failure keeps its reason`(
        status: String, headers: String, reason: FailureReason
    ) async throws {
        let server = try LoopbackServer(.send(answer("{}", status: status, headers: headers)))
        defer { server.stop() }
        let error = try await #require(throws: ExchangeRateError.self) {
            _ = try await latest(from: server)
        }
        #expect(error.reason == reason)
        #expect((error.retryAfter != nil) == (reason == .rateLimited))
    }

    private func latest(from server: LoopbackServer) async throws -> Latest {
        let client = try ExchangeRateClient(
            baseURL: server.url, credentials: .bearer(key: "exr_live_1"),
            transport: URLSessionTransport())
        return try await client.latest(
            base: try #require(CurrencyCode("USD")),
            symbols: ["EUR", "GBP"].compactMap(CurrencyCode.init))
    }
}
