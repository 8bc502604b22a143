import Foundation
import HTTP
import TestKit
import Testing

/// A changed configuration under the running exporter.
@Suite(.fewAtATime)
struct ReloadTests {
    @Test func `a hang-up takes over bases, symbols and intervals`() async throws {
        let standIn = try await StandInProcess()
        var configuration = ExporterConfiguration(api: standIn.url)
        configuration.rates = ["USD": ["EUR", "GBP"], "CHF": ["EUR"]]
        let exporter = try await ExporterProcess(configuration)
        _ = try await exporter.metrics("both bases") {
            $0.value("exchangerate_up", ["base": "USD"]) == 1
                && $0.value("exchangerate_up", ["base": "CHF"]) == 1
        }
        configuration.rates = ["USD": ["EUR", "JPY"], "EUR": ["USD"]]
        configuration.interval = "2s"
        try exporter.reload(configuration)
        let page = try await exporter.metrics("the other bases") {
            $0.value("exchangerate_up", ["base": "EUR"]) == 1
                && $0.value("exchangerate_rate", ["base": "USD", "quote": "JPY"]) != nil
        }
        #expect(page.value("exchangerate_rate", ["base": "USD", "quote": "GBP"]) == nil)
        #expect(page.value("exchangerate_up", ["base": "CHF"]) == nil)
        #expect(page.value("exchangerate_poll_interval_seconds", ["base": "USD"]) == 2)
        #expect(try #require(page.value("exchangerate_polls_total", ["base": "USD"])) >= 2)
        #expect(page.value("exchangerate_config_last_reload_successful") == 1)
        await exporter.stop()
    }

    @Test func `a broken file changes nothing and is told; the good one makes up for it`()
        async throws
    {
        let standIn = try await StandInProcess()
        let configuration = ExporterConfiguration(api: standIn.url)
        let exporter = try await ExporterProcess(configuration)
        let before = try await exporter.metrics("a poll") { $0.goodPolls() > 0 }
        let start = before.value("exchangerate_config_last_reload_success_timestamp_seconds")
        for round in 1...2 {
            var broken = configuration
            broken.pollKeys = ["intervall: 5m"]
            try exporter.reload(broken)
            try await exporter.waitForFailedReload()
            #expect(exporter.log.contains("poll.intervall"), "round \(round)")
            #expect(try await exporter.get("/").text.contains("could not be read"))
            try exporter.reload(configuration)
            _ = try await exporter.metrics("the good file") {
                $0.value("exchangerate_config_last_reload_successful") == 1
            }
        }
        let after = try await exporter.metrics()
            .value("exchangerate_config_last_reload_success_timestamp_seconds")
        #expect(try #require(after) > #require(start))
        await exporter.stop()
    }

    @Test func `a file that is gone changes nothing either`() async throws {
        let standIn = try await StandInProcess()
        let exporter = try await ExporterProcess(ExporterConfiguration(api: standIn.url))
        try FileManager.default.removeItem(atPath: exporter.folder.path(of: "exporter.yml"))
        exporter.process.signal(SIGHUP)
        try await exporter.waitForFailedReload()
        await exporter.stop()
    }

    @Test func `a POST reloads where it is allowed, and answers by what came of it`() async throws {
        let standIn = try await StandInProcess()
        var configuration = ExporterConfiguration(api: standIn.url)
        let exporter = try await ExporterProcess(
            configuration, flags: ["--web.enable-lifecycle"])
        let path = "\(exporter.url)/-/reload"
        let good = try await Browser.send(.post, path)
        #expect(good.status == 200, "\(good.text)")
        configuration.pollKeys = ["intervall: 5m"]
        try exporter.folder.write(configuration.yaml, to: "exporter.yml")
        let bad = try await Browser.send(.post, path)
        #expect(bad.status == 500)
        #expect(bad.text.contains("poll.intervall"), "\(bad.text)")
        let get = try await Browser.send(.get, path)
        #expect(get.status == 405)
        #expect(get.headers["Allow"] == "POST")
        await exporter.stop()
    }

    @Test func `a POST is refused where nobody allowed it`() async throws {
        let standIn = try await StandInProcess()
        let exporter = try await ExporterProcess(ExporterConfiguration(api: standIn.url))
        let answer = try await Browser.send(.post, "\(exporter.url)/-/reload")
        #expect(answer.status == 403)
        #expect(answer.text.contains("--web.enable-lifecycle"))
        await exporter.stop()
    }

    @Test func `another key and another address are taken over`() async throws {
        let (first, second) = (try await StandInProcess(), try await StandInProcess())
        let folder = try TemporaryFolder()
        try folder.write("key-one\n", to: "key")
        var configuration = ExporterConfiguration(
            api: first.url, apiKeys: ["key_file: key"])
        let exporter = try await ExporterProcess(configuration, in: folder)
        #expect(try await eventually { try await !first.requests().isEmpty })
        configuration.api = second.url
        try folder.write("key-two\n", to: "key-two")
        configuration.apiKeys = ["key_file: key-two"]
        try exporter.reload(configuration)
        #expect(try await eventually { try await !second.requests().isEmpty })
        let asked = try await first.requests().count
        try await second.waitForPolls(3)
        #expect(try await first.requests().count <= asked + 1)
        await exporter.stop()
    }
}
