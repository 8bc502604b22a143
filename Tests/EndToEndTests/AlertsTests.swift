import Foundation
import HTTP
import TestKit
import Testing

/// What goes wrong with the API reaches a person, once when it begins and once when it ends.
@Suite(.fewAtATime)
struct AlertsTests {
    @Test func `frozen data pages once, and once more when it moves again`() async throws {
        let standIn = try await StandInProcess()
        try await standIn.freeze()
        let exporter = try await ExporterProcess(
            .paging(standIn, to: ReceiverConfiguration(url: standIn.sink)))
        let firing = try await standIn.pages(1)[0]
        let page = try await exporter.metrics("it fires") { $0.fires("ExchangeRateStale") }
        #expect(page.value("exchangerate_data_stale", ["base": "USD"]) == 1)
        #expect(try await exporter.get("/").text.contains("ExchangeRateStale"))
        try await standIn.waitForPolls(3)
        try standIn.clear()
        let resolved = try await standIn.pages(2)[1]
        try await standIn.waitForPolls(3)
        let pages = try await standIn.pages()
        #expect(
            pages.map(\.gist) == ["firing: first notification", "resolved: all alerts resolved"])
        #expect(Set(pages.map(\.id)).count == 2)

        let alert = try firing.message.onlyAlert()
        #expect(
            alert.labels == [
                "alertname": "ExchangeRateStale", "base": "USD", "severity": "critical",
            ])
        #expect(alert.status == "firing")
        #expect(alert.endsAt == "0001-01-01T00:00:00Z")
        let end = try resolved.message.onlyAlert()
        #expect(end.status == "resolved")
        #expect(end.labels == alert.labels)
        #expect(end.fingerprint == alert.fingerprint)
        #expect(end.startsAt == alert.startsAt)
        #expect(try Self.time(end.endsAt) > Self.time(alert.startsAt))
        #expect(try abs(Self.time(end.endsAt) - resolved.at.timeIntervalSince1970) < 30)
        let after = try await exporter.metrics()
        #expect(!after.fires("ExchangeRateStale"))
        #expect(after.deliveryAttempts() == 2 && after.failedDeliveries() == 0)
        #expect(after.queueLength() == 0)
        let success = "exchangerate_notification_last_success_timestamp_seconds"
        #expect(after.value(success, ["receiver": "oncall"]) ?? 0 > firing.at.timeIntervalSince1970)
        await exporter.stop()
    }

    @Test func `data that goes stale in the run pages within about a second of its time`()
        async throws
    {
        let standIn = try await StandInProcess()
        // Due 10 minutes and an interval of 1 minute after its stamp: some seconds from now.
        let stamp = Date.now.addingTimeInterval(-655)
        try await standIn.add(fault: "stamp&text=\(stamp.ISO8601Format())")
        var configuration = ExporterConfiguration.paging(
            standIn, to: ReceiverConfiguration(url: standIn.sink))
        // No poll comes between, so that the time alone brings it.
        (configuration.interval, configuration.pollKeys) = ("1m", [])
        configuration.alerts.removeAll { $0.hasPrefix("group_wait") }
        configuration.alerts.append("group_wait: 1s")
        let exporter = try await ExporterProcess(configuration)
        _ = try await exporter.metrics("fresh data") { $0.goodPolls() > 0 }
        let page = try await standIn.pages(1)[0]
        let alert = try page.message.onlyAlert()
        let due = stamp.timeIntervalSince1970.rounded(.down) + 660
        // Both bounds leave room for a machine that is busy.
        #expect(try 0...4 ~= Self.time(alert.startsAt) - due)
        #expect(try 1...5 ~= page.at.timeIntervalSince1970 - Self.time(alert.startsAt))
        #expect(try await standIn.requests().count == 1)
        await exporter.stop()
    }

    @Test func `an alert waits until its condition has held, and until it has been over`()
        async throws
    {
        let standIn = try await StandInProcess()
        try await standIn.freeze()
        var configuration = ExporterConfiguration.paging(
            standIn, to: ReceiverConfiguration(url: standIn.sink))
        configuration.alerts[0] = "stale: {for: 3s, keep_firing_for: 3s}"
        let exporter = try await ExporterProcess(configuration)
        _ = try await exporter.metrics("it is pending") {
            $0.value("exchangerate_alert_state", ["alert": "ExchangeRateStale", "base": "USD"]) == 1
        }
        #expect(try await standIn.pages().isEmpty)
        let firing = try await standIn.pages(1)[0]
        let alert = try firing.message.onlyAlert()
        // From when it was found, not from when it was told.
        #expect(try firing.at.timeIntervalSince1970 - Self.time(alert.startsAt) >= 3)
        try standIn.clear()
        let over = Date.now
        let resolved = try await standIn.pages(2)[1]
        #expect(resolved.at.timeIntervalSince(over) >= 3)
        #expect(try resolved.message.onlyAlert().startsAt == alert.startsAt)
        await exporter.stop()
    }

    @Test func `data that never came pages, and the first data ends it`() async throws {
        let standIn = try await StandInProcess()
        try await standIn.add(fault: "error")
        var configuration = ExporterConfiguration.paging(
            standIn, to: ReceiverConfiguration(url: standIn.sink))
        configuration.freshness = ["live: 8s", "live_closed: 10m"]
        let exporter = try await ExporterProcess(configuration)
        let firing = try await standIn.pages(1)[0].message.onlyAlert()
        #expect(firing.name == "ExchangeRateStale")
        #expect(firing.annotations["summary"] == "USD rates never came")
        _ = try await exporter.metrics("it fires") { $0.fires("ExchangeRateStale") }
        try standIn.clear()
        let resolved = try await standIn.pages(2)[1].message.onlyAlert()
        #expect(resolved.status == "resolved")
        #expect(resolved.startsAt == firing.startsAt)
        await exporter.stop()
    }

    @Test(arguments: ["error", "hang", "limit", "unauthorized", "empty_object", "reset&bytes=0"])
    func `what fails ends no alert of stale data`(fault: String) async throws {
        let standIn = try await StandInProcess()
        try await standIn.freeze()
        var configuration = ExporterConfiguration.paging(
            standIn,
            to: ReceiverConfiguration(url: standIn.sink, keys: ["alerts: [stale]"]))
        configuration.apiKeys = ["timeout: 500ms"]
        let exporter = try await ExporterProcess(configuration)
        _ = try await standIn.pages(1)
        let before = try await exporter.metrics().failedPolls()
        try standIn.clear()
        try await standIn.add(fault: fault)
        let page = try await exporter.metrics("polls fail", within: .seconds(60)) {
            $0.failedPolls() >= before + 4
        }
        #expect(page.fires("ExchangeRateStale"))
        #expect(try await standIn.pages().count == 1)
        try standIn.clear()
        let pages = try await standIn.pages(2)
        #expect(pages[1].gist == "resolved: all alerts resolved")
        let starts = try pages.map { try $0.message.onlyAlert().startsAt }
        #expect(Set(starts).count == 1)
        await exporter.stop()
    }

    @Test func `limit answers page, and three good answers end it`() async throws {
        let standIn = try await StandInProcess()
        let exporter = try await ExporterProcess(
            .paging(standIn, to: ReceiverConfiguration(url: standIn.sink)))
        _ = try await exporter.metrics("good polls") { $0.goodPolls() > 0 }
        try await standIn.add(fault: "limit&count=4")
        let pages = try await standIn.pages(2)
        #expect(
            pages.map(\.gist) == ["firing: first notification", "resolved: all alerts resolved"])
        let alerts = try pages.map { try $0.message.onlyAlert() }
        for alert in alerts {
            #expect(alert.labels == ["alertname": "ExchangeRateLimited", "severity": "warning"])
            #expect(alert.startsAt == alerts[0].startsAt)
        }
        // By the requests that had come when the pages did.
        let requests = try await standIn.requests()
        let times = pages.map { Int($0.at.timeIntervalSince1970 * 1000) }
        let limited = requests.filter { $0.status == 429 }.map(\.time)
        try #require(limited.count == 4)
        #expect(limited[2] - 50 <= times[0])
        let goodAfter = requests.filter { $0.status == 200 && $0.time > limited[3] }.map(\.time)
        try #require(goodAfter.count >= 3)
        #expect(goodAfter[2] - 50 <= times[1])
        await exporter.stop()
    }

    @Test(arguments: [1, 2])
    func `a few limit answers page nobody`(count: Int) async throws {
        let standIn = try await StandInProcess()
        let exporter = try await ExporterProcess(
            .paging(standIn, to: ReceiverConfiguration(url: standIn.sink)))
        try await standIn.add(fault: "limit&count=\(count)")
        let page = try await exporter.metrics("polls go on", within: .seconds(60)) {
            $0.failedPolls(because: "rate_limited") == Double(count) && $0.goodPolls() > 3
        }
        #expect(!page.fires("ExchangeRateLimited", base: ""))
        #expect(page.deliveryAttempts() == 0)
        #expect(try await standIn.pages().isEmpty)
        await exporter.stop()
    }

    @Test(arguments: ["limit&count=1&retry_after=3600", "quota&count=1"])
    func `one limit answer pages where it lasts for long`(fault: String) async throws {
        let standIn = try await StandInProcess()
        try await standIn.add(fault: "\(fault)&every=3")
        var configuration = ExporterConfiguration.paging(
            standIn, to: ReceiverConfiguration(url: standIn.sink))
        configuration.pollKeys = []
        let exporter = try await ExporterProcess(configuration)
        let firing = try await standIn.pages(1)[0]
        #expect(firing.gist == "firing: first notification")
        #expect(try firing.message.onlyAlert().name == "ExchangeRateLimited")
        let page = try await exporter.metrics()
        #expect(page.goodPolls() == 2 && page.failedPolls() == 1)
        await exporter.stop()
    }

    @Test func `a limit answer at every second poll pages once and does not flap`() async throws {
        let standIn = try await StandInProcess()
        try await standIn.add(fault: "limit&every=2")
        let exporter = try await ExporterProcess(
            .paging(standIn, to: ReceiverConfiguration(url: standIn.sink)))
        _ = try await standIn.pages(1)
        let page = try await exporter.metrics("more of the same", within: .seconds(60)) {
            $0.failedPolls(because: "rate_limited") >= 8
        }
        #expect(page.fires("ExchangeRateLimited", base: ""))
        #expect(try await standIn.pages().map(\.gist) == ["firing: first notification"])
        await exporter.stop()
    }

    @Test(arguments: ["unauthorized", "forbidden"])
    func `a key that is rejected pages, and a good answer ends it`(fault: String) async throws {
        let standIn = try await StandInProcess()
        let exporter = try await ExporterProcess(
            .paging(standIn, to: ReceiverConfiguration(url: standIn.sink)))
        _ = try await exporter.metrics("the key works") { $0.goodPolls() > 0 }
        try await standIn.add(fault: fault)
        let firing = try await standIn.pages(1)[0].message.onlyAlert()
        #expect(
            firing.labels == ["alertname": "ExchangeRateKeyRejected", "severity": "critical"])
        _ = try await exporter.metrics("rejected again and again", within: .seconds(60)) {
            $0.failedPolls(because: fault) > 3
        }
        #expect(try await standIn.pages().count == 1)
        try standIn.clear()
        let pages = try await standIn.pages(2)
        try await standIn.waitForPolls()
        #expect(
            try await standIn.pages().map(\.gist) == [
                "firing: first notification", "resolved: all alerts resolved",
            ])
        #expect(try pages[1].message.onlyAlert().startsAt == firing.startsAt)
        await exporter.stop()
    }

    @Test func `a symbol that is missing warns of the symbol alone`() async throws {
        let standIn = try await StandInProcess()
        // Stale 15 s from now, by when the others have newer data.
        let stamp = Date.now.addingTimeInterval(-586).ISO8601Format()
        try await standIn.add(fault: "stamp&text=\(stamp)")
        let exporter = try await ExporterProcess(
            .paging(standIn, to: ReceiverConfiguration(url: standIn.sink)))
        _ = try await exporter.metrics("all symbols") { $0.rate("JPY") != nil }
        try await standIn.add(fault: "missing&symbols=JPY")
        try standIn.clear(fault: "stamp")
        let firing = try await standIn.pages(1)[0].message.onlyAlert()
        #expect(
            firing.labels == [
                "alertname": "ExchangeRateSymbolStale", "base": "USD", "severity": "warning",
            ])
        #expect(firing.annotations["summary"] == "USD rates of JPY are stale, others are fresh")
        let page = try await exporter.metrics("it fires") { $0.fires("ExchangeRateSymbolStale") }
        #expect(page.value("exchangerate_data_stale", ["base": "USD"]) == 0)
        #expect(page.value("exchangerate_symbols_stale", ["base": "USD"]) == 1)
        try standIn.clear()
        let resolved = try await standIn.pages(2)[1].message.onlyAlert()
        #expect(resolved.status == "resolved" && resolved.fingerprint == firing.fingerprint)
        try await standIn.waitForPolls()
        #expect(try await standIn.pages().count == 2)
        await exporter.stop()
    }

    static func time(_ text: String) throws -> Double {
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: text.contains("."))
        return try Date(text, strategy: style).timeIntervalSince1970
    }
}
