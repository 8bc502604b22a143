import HTTP
import TestKit
import Testing

/// Data of another class in the place of one that died.
@Suite(.fewAtATime)
struct DowngradeTests {
    @Test func `a base is marked as downgraded until its class returns, over a kill`() async throws
    {
        let standIn = try await StandInProcess()
        try await standIn.add(fault: "frozen")
        // Stamps ahead of the clock have the age 0 when they come.
        try await standIn.setClock(ahead: "1m")
        let configuration = ExporterConfiguration(
            api: standIn.url, freshness: ["live: 2s", "live_closed: 2s"])
        var exporter = try await ExporterProcess(configuration)
        _ = try await exporter.metrics("live data is stale") {
            $0.goodPolls() > 0 && $0.value("exchangerate_data_stale", ["base": "USD"]) == 1
        }
        #expect(try await exporter.get("/").text.contains(">Downgraded<") == false)
        try standIn.clear()
        try await standIn.add(fault: "source&to=vendor")
        try await standIn.setClock(ahead: "150s")
        _ = try await exporter.metrics("another class took over") {
            $0.value("exchangerate_data_stale", ["base": "USD"]) == 0
        }
        let page = try await exporter.get("/").text
        #expect(page.contains(">Downgraded<"))
        #expect(page.contains("came in the place of <bdi>live</bdi>, which is still missing"))
        // What was last shown is stored with the next poll at the latest.
        _ = try await exporter.metrics("a poll after it") {
            [before = try await exporter.metrics()] in
            $0.goodPolls() > before.goodPolls() + 1
        }
        await exporter.kill()
        exporter = try await ExporterProcess(configuration, in: exporter.folder)
        #expect(try await exporter.get("/").text.contains(">Downgraded<"))
        _ = try await exporter.metrics("a poll of its own") { $0.goodPolls() > 1 }
        #expect(try await exporter.get("/").text.contains(">Downgraded<"))
        try standIn.clear()
        try await standIn.setClock(ahead: "4m")
        let url = exporter.url
        #expect(
            try await eventually {
                try await Browser.send(.get, url + "/").text.contains(">Downgraded<") == false
            })
        await exporter.stop()
    }
}
