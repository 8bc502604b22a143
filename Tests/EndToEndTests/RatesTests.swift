import Foundation
import HTTP
import TestKit
import Testing

/// What the API sends comes to Prometheus, to the digit.
@Suite(.fewAtATime)
struct RatesTests {
    @Test func `the rates of the API are on the page, to the digit and with their time`()
        async throws
    {
        // Large and small ones, and one of another class with a time of its own.
        let symbols = ["EUR", "GBP", "IDR", "JPY", "KRW"]
        let standIn = try await StandInProcess(["--effective-at"])
        try await standIn.add(fault: "frozen")
        let exporter = try await ExporterProcess(
            ExporterConfiguration(api: standIn.url, rates: ["USD": symbols]))
        let page = try await exporter.metrics("rates come") { $0.goodPolls() > 0 }
        let sent = try SentRates(
            await standIn.answer(to: "/v1/latest/USD?symbols=\(symbols.joined(separator: ","))"))
        #expect(sent.digits.count == symbols.count)
        for symbol in symbols {
            let time = page.value(
                "exchangerate_rate_timestamp_seconds", ["base": "USD", "quote": symbol])
            #expect(page.rate(symbol) == sent.digits[symbol])
            #expect(time == sent.time(of: symbol))
        }
        #expect(page.series("exchangerate_rate").count == symbols.count)
        #expect(page.value("exchangerate_up", ["base": "USD"]) == 1)
    }

    @Test func `the page of an exporter without a good answer has no rates and all its counters`()
        async throws
    {
        let standIn = try await StandInProcess()
        try await standIn.add(fault: "hang")
        let exporter = try await ExporterProcess(ExporterConfiguration(api: standIn.url))
        let page = try await exporter.metrics()
        #expect(page.series("exchangerate_rate").isEmpty)
        #expect(page.series("exchangerate_up").isEmpty)
        #expect(page.series("exchangerate_poll_errors_total").count == 19)
        #expect(page.series("exchangerate_poll_errors_total").values.allSatisfy { $0 == 0 })
        #expect(page.series("exchangerate_rates_rejected_total").count == 6)
    }

    @Test func `readiness comes with the first reading, and stays`() async throws {
        let standIn = try await StandInProcess()
        try await standIn.add(fault: "error")
        let exporter = try await ExporterProcess(ExporterConfiguration(api: standIn.url))
        _ = try await exporter.metrics("a poll fails") { $0.failedPolls() > 0 }
        #expect(try await exporter.get("/-/ready").status == 503)
        #expect(try await exporter.get("/-/healthy").status == 200)
        try standIn.clear()
        let becomesReady = try await eventually {
            try await exporter.get("/-/ready").status == 200
        }
        #expect(becomesReady)
        try await standIn.add(fault: "error")
        let before = try await exporter.metrics().failedPolls()
        _ = try await exporter.metrics("polls fail again") { $0.failedPolls() > before }
        #expect(try await exporter.get("/-/ready").status == 200)
    }

    @Test func `the status page shows the rates, and that they are not for settlement`()
        async throws
    {
        let standIn = try await StandInProcess()
        try await standIn.add(fault: "frozen")
        let exporter = try await ExporterProcess(ExporterConfiguration(api: standIn.url))
        let rates = try await exporter.metrics("rates come") { $0.goodPolls() > 0 }
        let page = try await exporter.get("/")
        #expect(page.status == 200)
        #expect(page.headers["Content-Type"] == "text/html; charset=utf-8")
        for symbol in ["EUR", "GBP", "JPY"] {
            #expect(page.text.contains(try #require(rates.rate(symbol))))
        }
        #expect(page.text.lowercased().contains("not for settlement"))
    }

    @Test func `scrapes ask the API for nothing`() async throws {
        let standIn = try await StandInProcess()
        let exporter = try await ExporterProcess(
            ExporterConfiguration(api: standIn.url, interval: "5m"))
        _ = try await exporter.metrics("the first poll") { $0.goodPolls() == 1 }
        try await withThrowingDiscardingTaskGroup { group in
            for _ in 0..<10 {
                group.addTask {
                    for _ in 0..<10 { _ = try await exporter.metrics() }
                }
            }
        }
        #expect(try await standIn.requests().count == 1)
        #expect(try await exporter.metrics().value("exchangerate_month_requests") == 1)
    }
}
