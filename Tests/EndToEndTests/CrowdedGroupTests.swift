import Foundation
import HTTP
import TestKit
import Testing

/// Groups of more alerts than a message names.
@Suite(.fewAtATime)
struct CrowdedGroupTests {
    private static let bases = SoakAPI.bases(150)

    private let webhook: ReceiverServer
    private let slack: AnsweringReceiver
    private let pager: AnsweringReceiver

    init() throws {
        webhook = try ReceiverServer()
        slack = try AnsweringReceiver { _ in .init(status: 200, body: "ok") }
        pager = try AnsweringReceiver { _ in .init(status: 202, body: #"{"status":"success"}"#) }
    }

    @Test func `each of 150 bases is named to each receiver when it fires and when it ends`()
        async throws
    {
        let api = try RatesServer { _ in
            .rates(["EUR": "1.1"], age: .seconds(7200), source: "live", session: "open")
        }
        let folder = try TemporaryFolder()
        try folder.write("R0ut1ngK3yOfThirtyTwoCharacters1\n", to: "key")
        var configuration = ExporterConfiguration(api: api.url, interval: "1h")
        configuration.rates = [:]
        configuration.moreBases = Self.bases
        configuration.freshness = ["live: 10m", "live_closed: 10m"]
        configuration.alerts = ["stale: {enabled: true}", "group_wait: 3s", "group_interval: 1s"]
        configuration.receivers = [
            ReceiverConfiguration("hook", url: webhook.url),
            ReceiverConfiguration("chat", type: "slack", url: slack.url),
            ReceiverConfiguration(
                "pager", type: "pagerduty", url: pager.url, keys: ["routing_key_file: key"]),
        ]
        let exporter = try await ExporterProcess(configuration, in: folder)
        try await expectAllNamed(as: "firing")

        // All of them end at once.
        configuration.alerts[0] = "stale: {enabled: false}"
        try folder.write(configuration.yaml, to: "exporter.yml")
        exporter.process.signal(SIGHUP)
        try await expectAllNamed(as: "resolved")
        let page = try await exporter.metrics("nothing waits", within: .seconds(60)) { page in
            ["hook", "chat", "pager"].allSatisfy { page.queueLength($0) == 0 }
        }
        #expect(["hook", "chat", "pager"].allSatisfy { page.failedDeliveries($0) == 0 })
        try expectWholeParts()
        try expectOneIncident()
        await exporter.stop()
    }

    private func expectAllNamed(as status: String) async throws {
        let all = Set(Self.bases)
        let readers = [
            "webhook": hookNames, "slack": slackNames, "pager": pagerNames,
        ]
        for (receiver, names) in readers {
            _ = try await eventually(within: .seconds(60), every: .milliseconds(50)) {
                try names(status).isSuperset(of: all)
            }
            let missing = all.subtracting(try names(status)).sorted()
            try #require(missing.isEmpty, "\(receiver) heard of all but \(missing) as \(status)")
        }
    }

    private func hookNames(_ status: String) throws -> Set<String> {
        Set(
            try webhook.pages().flatMap(\.message.alerts).filter { $0.status == status }
                .map(\.base))
    }

    private func slackNames(_ status: String) throws -> Set<String> {
        let texts = try slack.posts.flatMap { post in
            try #require(post.object()["attachments"] as? [[String: String]])
        }.filter { $0["title"]?.hasPrefix("[\(status.uppercased()):") == true }
            .compactMap { $0["text"] }
        return Set(texts.flatMap { $0.matches(of: /\b[A-Z]{2}Q\b/).map { String($0.output) } })
    }

    private func pagerNames(_ status: String) throws -> Set<String> {
        Set(
            try alertsOfPager().joined().filter { $0["status"] as? String == status }
                .compactMap { ($0["labels"] as? [String: String])?["base"] })
    }

    /// The alerts of each event.
    private func alertsOfPager() throws -> [[[String: Any]]] {
        try pager.posts.map { post in
            let details = try post.object("payload")["custom_details"] as? [String: Any]
            return try #require(details?["alerts"] as? [[String: Any]])
        }
    }

    /// What ended at once came in two parts, each of which has what it counts.
    private func expectWholeParts() throws {
        let messages = try webhook.pages().map(\.message)
        #expect(messages.allSatisfy { $0.alerts.count <= 100 })
        let ends = messages.filter { $0.status == "resolved" }
        #expect(ends.map(\.alerts.count) == [100, 50])
        #expect(ends.map(\.truncatedAlerts) == [50, 0])
        #expect(ends.map(\.reason) == ["some alerts resolved", "all alerts resolved"])
    }

    private func expectOneIncident() throws {
        let actions = try pager.posts.map { try $0.text("event_action") }
        #expect(actions.last == "resolve")
        #expect(actions.dropLast().allSatisfy { $0 == "trigger" })
        #expect(try alertsOfPager().allSatisfy { $0.count <= 100 })
        #expect(Set(try pager.posts.map { try $0.text("dedup_key") }).count == 1)
    }
}
