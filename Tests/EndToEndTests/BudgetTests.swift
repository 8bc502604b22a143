import HTTP
import Testing

/// What is requested, against what the account may request.
@Suite(.fewAtATime)
struct BudgetTests {
    @Test func `the status page shows requests and quota, and when it is used up`() async throws {
        let standIn = try await StandInProcess()
        let exporter = try await ExporterProcess(
            ExporterConfiguration(
                api: standIn.url, interval: "30s", pollKeys: ["monthly_quota: 100"],
                rates: ["USD": ["EUR"], "EUR": ["USD"]]))
        _ = try await exporter.metrics("both are polled") {
            $0.goodPolls("USD") > 0 && $0.goodPolls("EUR") > 0
        }
        let page = try await exporter.get("/").text
        #expect(page.contains("<dd>4 a minute, 240 an hour, 178560 a month</dd>"))
        #expect(page.contains("<dt>Requests this month</dt><dd>2</dd>"))
        // 98 at 240 an hour: less than half an hour, which may reach over the month's end.
        #expect(
            page.contains("used up</span> at the present pace by")
                || page.contains("100, lasts the month at the present pace"))
    }

    @Test func `the requests of a month are those that the API got, over a kill and a start`()
        async throws
    {
        let standIn = try await StandInProcess()
        try await standIn.add(fault: "error&every=2")
        let configuration = ExporterConfiguration(api: standIn.url)
        var exporter = try await ExporterProcess(configuration)
        _ = try await exporter.metrics("polls of both kinds") {
            $0.goodPolls() > 1 && $0.failedPolls() > 1
        }
        await exporter.kill()
        let sent = try await standIn.requests().count
        exporter = try await ExporterProcess(configuration, in: exporter.folder)
        _ = try await exporter.metrics("a poll after it") { $0.goodPolls() > 0 }
        let before = Double(try await standIn.requests().count)
        let counted = try await exporter.metrics().value("exchangerate_month_requests") ?? 0
        let after = Double(try await standIn.requests().count)
        // An attempt is counted before it is sent; the page may lack the newest.
        #expect(counted > Double(sent))
        #expect(before - 1...after + 1 ~= counted)
        await exporter.stop()
    }
}
