import Foundation
import HTTP
import TestKit
import Testing

/// Alerts told to Alertmanagers.
@Suite(.fewAtATime)
struct AlertmanagerTests {
    private static func cluster(_ urls: String...) -> ReceiverConfiguration {
        ReceiverConfiguration(
            "cluster", type: "alertmanager", address: "urls: [\(urls.joined(separator: ", "))]")
    }

    /// What a request tells: `+USD` fires, `-USD` has ended.
    private static func told(_ post: AnsweringReceiver.Post) throws -> String {
        let alerts = try #require(
            JSONSerialization.jsonObject(with: Data(post.body.utf8)) as? [[String: Any]])
        return try alerts.map { alert in
            let labels = try #require(alert["labels"] as? [String: String])
            let end = try #require(alert["endsAt"] as? String)
            let isFiring = try time(end) > Date.now
            return (isFiring ? "+" : "-") + (labels["base"] ?? "")
        }.joined(separator: " ")
    }

    @Test func `an alert becomes active in Alertmanager, and ends there`() async throws {
        let standIn = try await StandInProcess()
        try await standIn.freeze()
        let alertmanager = try await AlertmanagerProcess(telling: standIn.sink)
        let exporter = try await ExporterProcess(
            .paging(standIn, to: Self.cluster(alertmanager.url)),
            flags: ["--web.external-url=https://fx.example/status/"])
        let alert = try #require(try await alertmanager.alerts(1).first)
        #expect(
            alert.labels == [
                "alertname": "ExchangeRateStale", "base": "USD", "severity": "critical",
            ])
        #expect(alert.status.state == "active")
        #expect(alert.generatorURL == "https://fx.example/status/")
        #expect(alert.annotations["summary"]?.isEmpty == false)
        let told = try #require(try await standIn.pages(1).first)
        #expect(try told.message.onlyAlert().status == "firing")

        try standIn.clear()
        _ = try await alertmanager.alerts(0)
        let ended = try #require(try await standIn.pages(2).last)
        let resolved = try ended.message.onlyAlert()
        #expect(resolved.status == "resolved")
        #expect(try Self.isSame(resolved.startsAt, alert.startsAt))
        let page = try await exporter.metrics("nothing waits") { $0.queueLength("cluster") == 0 }
        #expect(page.deliveryAttempts("cluster") == 2)
        await exporter.stop()
    }

    @Test func `both ways to one sink carry the same alert with the same fingerprint`()
        async throws
    {
        let standIn = try await StandInProcess()
        try await standIn.freeze()
        let alertmanager = try await AlertmanagerProcess(telling: standIn.sink)
        var configuration = ExporterConfiguration.paging(
            standIn, to: Self.cluster(alertmanager.url),
            ReceiverConfiguration("own", url: standIn.sink))
        configuration.alerts.append("labels: {team: fx, site: \"zürich 1\"}")
        let exporter = try await ExporterProcess(
            configuration, flags: ["--web.external-url=https://fx.example/status/"])
        let pages = try await standIn.pages(2)
        let own = try #require(pages.first { $0.message.receiver == "own" })
        let relayed = try #require(pages.first { $0.message.receiver == "sink" })
        let (left, right) = (try own.message.onlyAlert(), try relayed.message.onlyAlert())
        #expect(left.fingerprint == right.fingerprint)
        #expect(left.labels == right.labels)
        #expect(left.annotations == right.annotations)
        #expect(try Self.isSame(left.startsAt, right.startsAt))
        #expect(left.endsAt == right.endsAt)
        #expect(left.generatorURL == right.generatorURL)
        #expect(own.message.groupKey == relayed.message.groupKey)
        #expect(own.message.version == relayed.message.version)
        await exporter.stop()
    }

    @Test func `one member takes what another refuses, and what is refused is counted`()
        async throws
    {
        let standIn = try await StandInProcess()
        try await standIn.freeze()
        let broken = try AnsweringReceiver { _ in .init(status: 503) }
        let works = try AnsweringReceiver { _ in .init(status: 200) }
        let exporter = try await ExporterProcess(
            .paging(standIn, to: Self.cluster(broken.url, works.url)))
        _ = try await works.posts(1)
        _ = try await broken.posts(1)
        let page = try await exporter.metrics("both tries") {
            $0.deliveryAttempts("cluster") == 2 && $0.failedDeliveries("cluster") == 1
        }
        #expect(page.queueLength("cluster") == 0)
        try standIn.clear()
        #expect(try Self.told(try #require(try await works.posts(2).last)) == "-USD")
        #expect(try Self.told(try #require(try await broken.posts(2).last)) == "-USD")
        await exporter.stop()
    }

    @Test func `an end that nobody took comes after a death, with its own start`() async throws {
        let standIn = try await StandInProcess()
        try await standIn.freeze()
        let receiver = try AnsweringReceiver { _ in .init(status: 200) }
        let folder = try TemporaryFolder()
        let configuration = ExporterConfiguration.paging(standIn, to: Self.cluster(receiver.url))
        let exporter = try await ExporterProcess(configuration, in: folder)
        let fired = try #require(try await receiver.posts(1).last)
        receiver.answer { _ in .init(status: 500) }
        try standIn.clear()
        _ = try await receiver.posts(2)
        try await standIn.waitForPolls()
        await exporter.kill()
        receiver.answer { _ in .init(status: 200) }
        let before = receiver.posts.count
        let next = try await ExporterProcess(configuration, in: folder)
        let ended = try #require(try await receiver.posts(before + 1).last)
        #expect(try Self.told(ended) == "-USD")
        #expect(try Self.start(of: ended) == Self.start(of: fired))
        _ = try await next.metrics("nothing waits") { $0.queueLength("cluster") == 0 }
        await next.stop()
    }

    @Test func `what still fires is told again at once after a death`() async throws {
        let standIn = try await StandInProcess()
        try await standIn.freeze()
        let receiver = try AnsweringReceiver { _ in .init(status: 200) }
        let folder = try TemporaryFolder()
        let configuration = ExporterConfiguration.paging(standIn, to: Self.cluster(receiver.url))
        let exporter = try await ExporterProcess(configuration, in: folder)
        let fired = try #require(try await receiver.posts(1).last)
        try await standIn.waitForPolls()
        await exporter.kill()
        let next = try await ExporterProcess(configuration, in: folder)
        let again = try #require(try await receiver.posts(2).last)
        #expect(try Self.told(again) == "+USD")
        #expect(try Self.start(of: again) == Self.start(of: fired))
        await next.stop()
    }

    private static func time(_ text: String) throws -> Date {
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: text.contains("."))
        return try Date(text, strategy: style)
    }

    /// Alertmanager's API tells milliseconds, its webhook all digits.
    private static func isSame(_ left: String, _ right: String) throws -> Bool {
        abs(try time(left).timeIntervalSince(time(right))) < 0.002
    }

    private static func start(of post: AnsweringReceiver.Post) throws -> String? {
        let alerts = try JSONSerialization.jsonObject(with: Data(post.body.utf8))
        return (alerts as? [[String: Any]])?.first?["startsAt"] as? String
    }
}
