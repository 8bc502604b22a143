import ExchangeRate
import ExchangeRateURLSession
import Foundation
import Freshness
import HTTP
import TestKit
import Testing
import Transport

/// `/v1/latest` on the wire.
@Suite(.fewAtATime)
struct LatestPageTests {
    /// What carries the requests of the client.
    enum Carrier: CaseIterable {
        case curl, urlSession

        func transport() throws -> any HTTPTransport {
            switch self {
            case .curl: try CurlTransport()
            case .urlSession: URLSessionTransport()
            }
        }
    }

    private let standIn: StandInProcess
    private let exporter: ExporterProcess

    init() async throws {
        standIn = try await StandInProcess(["--effective-at"])
        exporter = try await ExporterProcess(
            ExporterConfiguration(
                api: standIn.url, interval: "5m", rates: ["USD": ["EUR", "IDR", "JPY"]]))
        _ = try await exporter.metrics("rates") { $0.goodPolls() > 0 }
    }

    @Test(arguments: Carrier.allCases)
    func `the client of this package reads it as it reads the API`(carrier: Carrier) async throws {
        let client = try ExchangeRateClient(
            baseURL: exporter.url, transport: try carrier.transport())
        let usd = try #require(CurrencyCode("USD"))
        let latest = try await client.latest(base: usd)
        let page = try await exporter.metrics()
        #expect(latest.rates.keys.sorted() == ["EUR", "IDR", "JPY"])
        for (symbol, rate) in latest.rates {
            #expect(page.rate(symbol) == rate.description)
            let time = try #require(latest.effectiveTimes[symbol])
            let stamp = page.value(
                "exchangerate_rate_timestamp_seconds", ["base": "USD", "quote": symbol])
            #expect(stamp == Double(time.wholeSeconds))
        }
        #expect(latest.sources["EUR"] == "live" && latest.sources["IDR"] == "ecb_daily")
        #expect(latest.source == "live" && latest.marketSession != nil)
        #expect(latest.observedAt == latest.effectiveTimes["EUR"])
        #expect(latest.pollInterval == .seconds(300))
        #expect(latest.notice == "Indicative rates, not for settlement.")
        #expect(latest.rejected.isEmpty)

        let one = try await client.latest(
            base: usd, symbols: ["JPY", "CHF"].compactMap(CurrencyCode.init))
        #expect(one.rates == latest.rates.filter { $0.key == "JPY" })
        #expect(one.rejected == ["CHF": .missing])

        let chf = try #require(CurrencyCode("CHF"))
        let error = try await #require(throws: ExchangeRateError.self) {
            _ = try await client.latest(base: chf)
        }
        #expect(error.reason == .unprocessable && error.status == 404)
        #expect(error.message.contains("CHF is not among the bases"))
        // However often it is asked, it asks no more than its interval has it.
        #expect(try await standIn.requests().count == 1)
    }

    @Test(arguments: Carrier.allCases)
    func `the client is told to come again where nothing has come`(carrier: Carrier) async throws {
        let silent = try await ExporterProcess(
            ExporterConfiguration(api: try ReservedPort().url, interval: "5m"))
        let client = try ExchangeRateClient(
            baseURL: silent.url, transport: try carrier.transport())
        let usd = try #require(CurrencyCode("USD"))
        let error = try await #require(throws: ExchangeRateError.self) {
            _ = try await client.latest(base: usd)
        }
        #expect(error.reason == .server && error.status == 503)
        guard case .after(let wait)? = error.retryAfter else {
            Issue.record("no time to wait: \(error)")
            return
        }
        #expect(.seconds(1)...(.seconds(300)) ~= wait)
    }

    @Test func `HEAD, packing and revalidation are as for every page`() async throws {
        let connection = try RawConnection(port: exporter.port)
        func send(_ method: String, _ headers: String = "") throws -> RawResponse {
            connection.send("\(method) /v1/latest/USD HTTP/1.1\r\nHost: x\r\n\(headers)\r\n")
            return try connection.readResponse(isForHead: method == "HEAD")
        }
        let get = try send("GET")
        let tag = try #require(get["ETag"])
        #expect(get.status == 200 && get["Content-Type"] == "application/json")
        #expect(get["Content-Length"] == "\(get.body.count)" && !get.body.isEmpty)
        let age = try #require(get["Cache-Control"].flatMap { $0.wholeMatch(of: /max-age=(\d+)/) })
        #expect(200...300 ~= Int(age.1) ?? 0)
        let head = try send("HEAD")
        #expect(head.status == 200 && head["ETag"] == tag)
        #expect(head["Content-Length"] == get["Content-Length"])
        let packed = try send("GET", "Accept-Encoding: gzip\r\n")
        #expect(packed["Content-Encoding"] == "gzip" && packed["ETag"] == tag)
        #expect(packed.body.starts(with: [0x1F, 0x8B]))
        for method in ["GET", "HEAD"] {
            // The answer to HEAD's reader is one without a body, which that to GET is as well.
            connection.send(
                "\(method) /v1/latest/USD HTTP/1.1\r\nHost: x\r\nIf-None-Match: \"a\", \(tag)\r\n\r\n"
            )
            let unchanged = try connection.readResponse(isForHead: true)
            #expect(unchanged.status == 304 && unchanged["ETag"] == tag)
            #expect(unchanged["Cache-Control"] != nil && unchanged["Vary"] == "Accept-Encoding")
        }
        #expect(try send("GET", "If-None-Match: \"a\"\r\n").status == 200)
        _ = try await exporter.metrics("all are counted") { page in
            [("200", 4), ("304", 2), ("404", 0), ("503", 0)].allSatisfy { code, count in
                page.value(
                    "exchangerate_http_requests_total", ["handler": "latest", "code": code])
                    == count
            }
        }
    }
}
