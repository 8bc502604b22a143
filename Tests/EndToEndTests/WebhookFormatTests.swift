import Foundation
import HTTP
import TestKit
import Testing

/// What a notification looks like on the wire.
@Suite(.fewAtATime)
struct WebhookFormatTests {
    @Test func `a notification is version 4 of Alertmanager's webhook, with the standard headers`()
        async throws
    {
        let standIn = try await StandInProcess()
        try await standIn.freeze()
        let receiver = try ReceiverServer()
        var configuration = ExporterConfiguration.paging(
            standIn, to: ReceiverConfiguration(url: receiver.url))
        configuration.alerts.append("labels: {team: fx, site: \"zürich 1\"}")
        let exporter = try await ExporterProcess(
            configuration, flags: ["--web.external-url=https://fx.example/status/"])
        let page = try await receiver.taken(1)[0]
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(page.body)) as? [String: Any])
        #expect(
            Set(object.keys) == [
                "version", "groupKey", "truncatedAlerts", "status", "receiver", "groupLabels",
                "commonLabels", "commonAnnotations", "notification_reason", "externalURL", "alerts",
            ])
        let message = page.message
        let alert = try message.onlyAlert()
        #expect(message.version == "4" && message.truncatedAlerts == 0)
        #expect(message.groupKey == "{}:{alertname=\"ExchangeRateStale\"}")
        #expect(message.groupLabels == ["alertname": "ExchangeRateStale"])
        #expect(message.receiver == "oncall")
        #expect(message.externalURL == "https://fx.example/status/")
        #expect(message.commonLabels == alert.labels)
        #expect(message.commonAnnotations == alert.annotations)
        #expect(
            alert.labels == [
                "alertname": "ExchangeRateStale", "base": "USD", "severity": "critical",
                "team": "fx", "site": "zürich 1",
            ])
        #expect(alert.generatorURL.hasPrefix("https://fx.example/status/"))
        #expect(alert.fingerprint == Self.fingerprint(of: alert.labels))
        #expect(alert.annotations["summary"]?.isEmpty == false)
        #expect(alert.annotations["description"]?.contains("EUR, GBP, JPY") == true)

        let head = try #require(receiver.heads.first)
        #expect(head.hasPrefix("POST /hook HTTP/1.1\r\n"))
        #expect(ReceiverServer.header("Content-Type", in: head) == "application/json")
        let agent = ReceiverServer.header("User-Agent", in: head)
        #expect(agent?.hasPrefix("exchangerate-exporter/") == true)
        #expect(!page.id.isEmpty && !page.id.contains("."))
        let sentAt = Double(ReceiverServer.header("webhook-timestamp", in: head) ?? "")
        #expect(abs(try #require(sentAt) - page.at.timeIntervalSince1970) < 30)
        await exporter.stop()
    }

    @Test func `alerts of one name go in one message, and the reason says what changed`()
        async throws
    {
        let standIn = try await StandInProcess()
        try await standIn.freeze(base: "EUR")
        var configuration = ExporterConfiguration.paging(
            standIn, to: ReceiverConfiguration(url: standIn.sink))
        configuration.rates = ["USD": ["JPY"], "EUR": ["JPY"]]
        let stale = Date.now.addingTimeInterval(-590).ISO8601Format()
        try await standIn.add(fault: "stamp&base=USD&text=\(stale)")
        let exporter = try await ExporterProcess(configuration)
        let added = try await standIn.pages(2)
        #expect(added.map(\.gist) == ["firing: first notification", "firing: new alerts added"])
        #expect(added[0].message.alerts.map(\.base) == ["EUR"])
        #expect(added[1].message.alerts.map(\.base) == ["EUR", "USD"])
        #expect(
            added[1].message.commonLabels == [
                "alertname": "ExchangeRateStale", "severity": "critical",
            ])
        try standIn.clear(fault: "frozen")
        let some = try await standIn.pages(3)[2]
        #expect(some.gist == "firing: some alerts resolved")
        #expect(some.message.alerts.map(\.status) == ["resolved", "firing"])
        try standIn.clear()
        let all = try await standIn.pages(4)[3]
        #expect(all.gist == "resolved: all alerts resolved")
        #expect(all.message.alerts.map(\.base) == ["USD"], "the other was told before")
        await exporter.stop()
    }

    @Test func `300 symbols in one alert make a short text that says how many are left out`()
        async throws
    {
        let standIn = try await StandInProcess()
        try await standIn.add(fault: "error")
        let letters = "ABCDEFGHIJKLMNOPQRST"
        let symbols = letters.flatMap { first in letters.map { "Q\(first)\($0)" } }.prefix(300)
        var configuration = ExporterConfiguration.paging(
            standIn, to: ReceiverConfiguration(url: standIn.sink))
        configuration.rates = ["USD": Array(symbols)]
        configuration.freshness = ["live: 1s", "live_closed: 1s"]
        let exporter = try await ExporterProcess(configuration)
        let page = try await standIn.pages(1)[0]
        let text = try #require(page.message.onlyAlert().annotations["description"])
        #expect(text.contains("Overdue: QAA, QAB,") && text.contains(" and 288 more."), "\(text)")
        #expect(text.count < 1000 && page.message.truncatedAlerts == 0)
        await exporter.stop()
    }

    @Test func `an alert that goes on is told again at the interval for that`() async throws {
        let standIn = try await StandInProcess()
        try await standIn.freeze()
        var configuration = ExporterConfiguration.paging(
            standIn, to: ReceiverConfiguration(url: standIn.sink))
        configuration.alerts.append("repeat_interval: 3s")
        let exporter = try await ExporterProcess(configuration)
        let pages = try await standIn.pages(3)
        #expect(
            pages.prefix(3).map(\.gist) == [
                "firing: first notification", "firing: repeat interval elapsed",
                "firing: repeat interval elapsed",
            ])
        #expect(Set(pages.map(\.id)).count == pages.count)
        #expect(Set(try pages.map { try $0.message.onlyAlert().startsAt }).count == 1)
        let gap = pages[1].at.timeIntervalSince(pages[0].at)
        #expect(2.9...8 ~= gap, "\(gap)")
        await exporter.stop()
    }

    @Test func `a receiver hears only of the alerts, and of the ends, that it asked for`()
        async throws
    {
        let standIn = try await StandInProcess()
        try await standIn.freeze()
        try await standIn.add(fault: "forbidden&count=1&every=2")
        let all = try ReceiverServer()
        let starts = try ReceiverServer()
        let stale = try ReceiverServer()
        let exporter = try await ExporterProcess(
            .paging(
                standIn, to: ReceiverConfiguration("all", url: all.url),
                ReceiverConfiguration("starts", url: starts.url, keys: ["send_resolved: false"]),
                ReceiverConfiguration("stale", url: stale.url, keys: ["alerts: [stale]"])))
        _ = try await exporter.metrics("the key is rejected") {
            $0.failedPolls(because: "forbidden") == 1
        }
        _ = try await all.taken(3)
        try standIn.clear()
        let told = try await all.taken(4)
        #expect(
            told.filter { $0.message.groupLabels["alertname"] == "ExchangeRateStale" }.map(\.gist)
                == ["firing: first notification", "resolved: all alerts resolved"])
        let ended = try await stale.taken(2)
        try await standIn.waitForPolls(3)
        #expect(
            ended.map(\.gist) == ["firing: first notification", "resolved: all alerts resolved"])
        #expect(
            try stale.pages().map(\.message.groupLabels)
                == Array(repeating: ["alertname": "ExchangeRateStale"], count: 2))
        #expect(try starts.pages().map(\.message.status) == ["firing", "firing"])
        #expect(try all.pages().count == 4)
    }

    /// FNV-1a 64 over the labels, as Alertmanager computes it.
    private static func fingerprint(of labels: [String: String]) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for (name, value) in labels.sorted(by: { $0.key < $1.key }) {
            for byte in Array(name.utf8) + [0xFF] + Array(value.utf8) + [0xFF] {
                hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
            }
        }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
