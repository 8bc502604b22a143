import Testing

/// Rates of a reply that make no sense are counted one by one, and the others are taken.
@Suite(.fewAtATime)
struct RejectedRatesTests {
    /// A fault that spoils rates, and how many of the three are rejected.
    struct Case: CustomTestStringConvertible {
        let fault: String
        let reason: String
        let count: Int

        init(_ fault: String, _ reason: String, _ count: Int = 1) {
            self.fault = fault
            self.reason = reason
            self.count = count
        }

        var testDescription: String { "\(fault) is \(reason)" }
    }

    @Test(arguments: [
        Case("missing&symbols=EUR", "missing"),
        Case("missing&symbols=EUR,GBP", "missing", 2),
        Case("number&value=null", "missing"),
        Case("number&value=text", "not_a_number"),
        Case("number&value=true", "not_a_number"),
        Case("number&value=object", "not_a_number"),
        Case("number&value=list", "not_a_number"),
        Case("number&value=zero", "not_positive"),
        Case("number&value=negative", "not_positive"),
        Case("older", "older", 3),
        Case("future", "future", 3),
        Case("stamp&text=2026-02-30T10:00:00Z", "bad_timestamp", 3),
    ])
    func `a rate that makes no sense is counted, and the one before it stays`(
        example: Case
    ) async throws {
        let standIn = try await StandInProcess()
        try await standIn.add(fault: "frozen")
        let exporter = try await ExporterProcess(ExporterConfiguration(api: standIn.url))
        let before = try await exporter.metrics("rates come") { $0.goodPolls() > 0 }
        try await standIn.add(fault: "\(example.fault)&count=1")
        let rejected = try await exporter.metrics("they are counted") {
            $0.series("exchangerate_rates_rejected_total").values.reduce(0, +) > 0
        }
        #expect(
            rejected.value(
                "exchangerate_rates_rejected_total", ["base": "USD", "reason": example.reason])
                == Double(example.count))
        #expect(rejected.series("exchangerate_rate") == before.series("exchangerate_rate"))
        #expect(
            rejected.series("exchangerate_rate_timestamp_seconds")
                == before.series("exchangerate_rate_timestamp_seconds"))
        let after = try await exporter.metrics("the next one works") {
            $0.goodPolls() > rejected.goodPolls()
        }
        #expect(after.series("exchangerate_rate") == before.series("exchangerate_rate"))
        #expect(after.value("exchangerate_symbols_stale", ["base": "USD"]) == 0)
    }

    @Test func `an infinite number is not exported, and what was known stays`() async throws {
        let standIn = try await StandInProcess()
        try await standIn.add(fault: "frozen")
        let exporter = try await ExporterProcess(ExporterConfiguration(api: standIn.url))
        let before = try await exporter.metrics("rates come") { $0.goodPolls() > 0 }
        try await standIn.add(fault: "number&value=overflow")
        let spoilt = try await exporter.metrics("it is counted") { page in
            page.failedPolls() > 0
                || page.series("exchangerate_rates_rejected_total").values.reduce(0, +) > 0
        }
        #expect(spoilt.series("exchangerate_rate") == before.series("exchangerate_rate"))
    }

    @Test func `a number in a text counts, and symbols that nobody asked for do not`()
        async throws
    {
        let standIn = try await StandInProcess()
        try await standIn.add(fault: "frozen")
        try await standIn.add(fault: "number&value=string")
        try await standIn.add(fault: "extra&symbols=CHF,SEK")
        let exporter = try await ExporterProcess(ExporterConfiguration(api: standIn.url))
        let page = try await exporter.metrics("rates come") { $0.goodPolls() > 0 }
        #expect(page.series("exchangerate_rate").count == 3)
        #expect(page.value("exchangerate_rate", ["base": "USD", "quote": "EUR"]) ?? 0 > 0)
    }

    @Test(arguments: [("ecb_daily", #"source="ecb_daily""#), ("li%22ve%5C", #"source="li\"ve\\""#)])
    func `a class that changes takes its series with it`(
        source: String, label: String
    ) async throws {
        let standIn = try await StandInProcess()
        let exporter = try await ExporterProcess(ExporterConfiguration(api: standIn.url))
        let before = try await exporter.metrics("rates come") { $0.goodPolls() > 0 }
        let live = #"{base="USD",source="live","#
        #expect(before.text.contains("exchangerate_observation_info\(live)"))
        try await standIn.add(fault: "source&to=\(source)")
        let page = try await exporter.metrics("the new class") { page in
            page.series("exchangerate_observation_info").keys.contains { $0.contains(label) }
        }
        #expect(!page.text.contains("exchangerate_observation_info\(live)"))
        #expect(page.series("exchangerate_observation_info").count == 1)
        #expect(page.series("exchangerate_rate").count == 3)
    }
}
