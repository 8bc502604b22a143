import Foundation
import HTTP
import TestKit
import Testing

/// Numbers and times in all their forms, from the bytes of a reply to those of the page.
@Suite(.fewAtATime)
struct NumbersTests {
    /// Under a locale whose numbers have a comma, where the system has it.
    private static let environment = ["LC_ALL": "de_DE.UTF-8", "LANG": "de_DE.UTF-8"]

    private static func exporter(
        _ symbols: [String], reply: @escaping @Sendable () -> String
    ) async throws -> (LoopbackServer, ExporterProcess) {
        let api = try LoopbackServer { _ in
            let body = reply()
            return [
                .send("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
            ]
        }
        let configuration = ExporterConfiguration(api: api.url, rates: ["USD": symbols])
        return (api, try await ExporterProcess(configuration, environment: environment))
    }

    private static let printed = [
        ("AUD", "1.841549e-06", "0.000001841549"), ("BRL", "0.691", "0.691"),
        ("CAD", "157.32", "157.32"), ("CHF", "16250.123456789", "16250.123456789"),
        ("CNY", "12345678901234567890", "12345678901234567890"),
        ("CZK", "0.12345678901234567891", "0.12345678901234567891"), ("DKK", "\"0.92\"", "0.92"),
        ("EUR", "0.92450", "0.9245"), ("GBP", "1E+3", "1000"), ("HKD", "\"1e-3\"", "0.001"),
        ("HUF", "1e-10", "0.0000000001"), ("IDR", "1000000", "1000000"),
    ]

    private static let rejected = [
        ("ILS", "null", "missing"), ("INR", "true", "not_a_number"), ("ISK", "{}", "not_a_number"),
        ("JPY", "[1]", "not_a_number"), ("KRW", "\"0,92\"", "not_a_number"),
        ("MXN", "\"NaN\"", "not_a_number"), ("MYR", "\"1e999\"", "not_a_number"),
        ("NOK", "-1", "not_positive"), ("NZD", "0", "not_positive"),
        ("PHP", "-0.0", "not_positive"), ("PLN", "\"\"", "not_a_number"),
    ]

    @Test func `each number is printed as it was sent, and what is none is rejected alone`()
        async throws
    {
        let all = Self.printed.map { ($0.0, $0.1) } + Self.rejected.map { ($0.0, $0.1) }
        let rates = all.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",")
        let (api, exporter) = try await Self.exporter(all.map(\.0)) {
            """
            {"base":"USD","source":"live","data_updated_at":"\(Date.now.ISO8601Format())",
            "rates":{\(rates)}}
            """
        }
        defer { api.stop() }
        let page = try await exporter.metrics("a reply") { $0.goodPolls() > 0 }
        for (symbol, sent, printed) in Self.printed {
            #expect(page.rate(symbol) == printed, "\(sent)")
        }
        #expect(page.series("exchangerate_rate").count == Self.printed.count)
        #expect(!page.text.contains("NaN") && !page.text.contains("Inf "))
        for reason in Set(Self.rejected.map(\.2)) {
            let count = page.value(
                "exchangerate_rates_rejected_total", ["base": "USD", "reason": reason])
            let expected = Self.rejected.count { $0.2 == reason }
            // As often as there were replies, of which the page may know one more.
            #expect(
                count.map { $0 > 0 && $0.truncatingRemainder(dividingBy: Double(expected)) == 0 }
                    == true, "\(reason)")
        }
    }

    @Test func `each form of a time is the same instant, and what is none keeps its rate out`()
        async throws
    {
        let second = Int64(Date.now.timeIntervalSince1970) - 5
        let text = Date(timeIntervalSince1970: Double(second)).ISO8601Format().dropLast()
        let offset = Date(timeIntervalSince1970: Double(second + 7200)).ISO8601Format().dropLast()
        let good = [
            ("AUD", "\"\(text)Z\""), ("BRL", "\"\(text).0Z\""), ("CAD", "\"\(text).000000000Z\""),
            ("CHF", "\"\(offset)+02:00\""), ("CNY", "\"\(text.lowercased())z\""),
            ("CZK", "\(second)"), ("DKK", "\(second)000"), ("EUR", "\"\(second)\""),
            ("GBP", "\"\(text)+00:00\""), ("HKD", "\(second).0"),
        ]
        let bad = [
            ("ILS", "\"2026-02-30T10:00:00Z\""), ("INR", "\"\""), ("ISK", "\"yesterday\""),
            ("JPY", "true"), ("KRW", "{}"), ("MYR", "-1"),
            ("NOK", "\"2026-06-16T25:00:00Z\""),
        ]
        let all = good + bad
        let rates = all.map { "\"\($0.0)\":1.5" }.joined(separator: ",")
        let times = all.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",")
        let (api, exporter) = try await Self.exporter(all.map(\.0)) {
            "{\"base\":\"USD\",\"effective_at\":{\(times)},\"rates\":{\(rates)}}"
        }
        defer { api.stop() }
        let page = try await exporter.metrics("a reply") { $0.goodPolls() > 0 }
        for (symbol, sent) in good {
            let time = page.value(
                "exchangerate_rate_timestamp_seconds", ["base": "USD", "quote": symbol])
            #expect(time == Double(second), "\(sent)")
        }
        #expect(page.series("exchangerate_rate").count == good.count)
        let rejected = page.value(
            "exchangerate_rates_rejected_total", ["base": "USD", "reason": "bad_timestamp"])
        #expect(rejected ?? 0 >= Double(bad.count))
    }
}
