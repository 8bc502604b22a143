import Foundation
import HTTP
import TestKit
import Testing

/// `/api/v1/alerts` on the wire.
@Suite(.fewAtATime)
struct AlertsPageTests {
    private struct Reply: Decodable {
        struct Content: Decodable {
            let alerts: [Alert]
            let receivers: [Receiver]
        }
        struct Alert: Decodable {
            let labels: [String: String]
            let annotations: [String: String]
            let state: String
            let activeAt: Date
            let value: String
        }
        struct Receiver: Decodable {
            struct Undelivered: Decodable {
                let alertname: String
                let status: String
                let attempts: Int
                let lastFailure: String?
                let nextTry: Date?
            }
            let name: String
            let type: String
            let address: String
            let attempts: Int
            let failures: [String: Int]
            let queueLength: Int
            let oldest: Date?
            let lastSuccess: Date?
            let undelivered: [Undelivered]
        }
        let status: String
        let data: Content
    }

    private static func reply(of exporter: ExporterProcess) async throws -> Reply {
        let response = try await exporter.get("/api/v1/alerts")
        #expect(response.status == 200)
        #expect(response.headers["Content-Type"] == "application/json")
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let text = try decoder.singleValueContainer().decode(String.self)
            let whole = text.replacing(/\.[0-9]+Z/, with: "Z")
            return try Date(whole, strategy: .iso8601)
        }
        return try decoder.decode(Reply.self, from: Data(response.body))
    }

    @Test func `it tells what fires, and what a receiver did not take yet and why`() async throws {
        let standIn = try await StandInProcess()
        try await standIn.freeze()
        let receiver = try ReceiverServer(.answers(503))
        let exporter = try await ExporterProcess(
            .paging(standIn, to: ReceiverConfiguration(url: receiver.url)))
        _ = try await exporter.metrics("two failed tries", within: .seconds(60)) {
            $0.failedDeliveries(because: "server") == 2
        }
        let failing = try await Self.reply(of: exporter)
        #expect(failing.status == "success")
        let alert = try #require(failing.data.alerts.first)
        #expect(failing.data.alerts.count == 1)
        #expect(
            alert.labels
                == ["alertname": "ExchangeRateStale", "base": "USD", "severity": "critical"])
        #expect(alert.annotations["summary"]?.isEmpty == false)
        #expect(alert.state == "firing" && Double(alert.value) == 1)
        #expect(abs(alert.activeAt.timeIntervalSinceNow) < 120)
        let told = failing.data.receivers[0]
        #expect(told.type == "webhook" && told.address == receiver.address)
        #expect(told.attempts >= 2 && told.failures["server"] ?? 0 >= 2)
        #expect(told.failures["timeout"] == 0)
        #expect(told.queueLength == 1 && told.oldest != nil && told.lastSuccess == nil)
        let waiting = try #require(told.undelivered.first)
        #expect(waiting.alertname == "ExchangeRateStale" && waiting.status == "firing")
        #expect(waiting.lastFailure == "server" && waiting.attempts >= 2)
        #expect(waiting.nextTry != nil || waiting.attempts > 2)

        receiver.behave(.takes)
        _ = try await receiver.taken(1)
        _ = try await exporter.metrics("nothing waits") { $0.queueLength() == 0 }
        let delivered = try await Self.reply(of: exporter).data.receivers[0]
        #expect(delivered.undelivered.isEmpty && delivered.lastSuccess != nil)
        _ = try await exporter.metrics("both requests are counted") {
            $0.value("exchangerate_http_requests_total", ["handler": "alerts", "code": "200"]) == 2
        }
        await exporter.stop()
    }

    @Test func `HEAD has the length of GET, and it is packed for who takes that`() async throws {
        let exporter = try await ExporterProcess(
            ExporterConfiguration(api: try ReservedPort().url, interval: "5m"))
        let connection = try RawConnection(port: exporter.port)
        connection.send("GET /api/v1/alerts HTTP/1.1\r\nHost: x\r\n\r\n")
        let get = try connection.readResponse()
        connection.send("HEAD /api/v1/alerts HTTP/1.1\r\nHost: x\r\n\r\n")
        let head = try connection.readResponse(isForHead: true)
        #expect(get.status == 200 && head.status == 200)
        #expect(head["Content-Length"] == "\(get.body.count)" && !get.body.isEmpty)
        connection.send(
            "GET /api/v1/alerts HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\n\r\n")
        let packed = try connection.readResponse()
        #expect(packed["Content-Encoding"] == "gzip" && packed["Vary"] == "Accept-Encoding")
        #expect(packed.body.starts(with: [0x1F, 0x8B]))
        await exporter.stop()
    }
}
