import Foundation
import HTTP
import TestKit
import Testing

/// Incidents of a pager by PagerDuty's Events API v2.
@Suite(.fewAtATime)
struct PagerDutyTests {
    /// Occurs nowhere by chance.
    private static let key = "R7kQ2vX9mB4tZ8cN1pL6wD3sF5hJ0gYa"

    private static let success = AnsweringReceiver.Answer(
        status: 202,
        body: #"{"status":"success","message":"Event processed","dedup_key":"another"}"#)

    private static func isTrigger(_ body: String) -> Bool {
        body.contains(#""event_action":"trigger""#)
    }

    private static func configuration(
        _ standIn: StandInProcess, _ pager: AnsweringReceiver, in folder: TemporaryFolder
    ) throws -> ExporterConfiguration {
        try folder.write("\(key)\n", to: "key")
        var configuration = ExporterConfiguration.paging(
            standIn,
            to: ReceiverConfiguration(
                type: "pagerduty", url: pager.url, keys: ["routing_key_file: key"]))
        configuration.alerts.append("labels: {team: fx}")
        return configuration
    }

    @Test func `an incident is opened and closed by one key, and the routing key is shown nowhere`()
        async throws
    {
        let standIn = try await StandInProcess()
        try await standIn.freeze()
        let folder = try TemporaryFolder()
        let pager = try AnsweringReceiver { _ in .init(status: 503) }
        let exporter = try await ExporterProcess(
            try Self.configuration(standIn, pager, in: folder), in: folder,
            flags: ["--log.level=debug", "--web.external-url=https://fx.example/status/"])
        _ = try await exporter.metrics("a failed try", within: .seconds(60)) {
            $0.failedDeliveries(because: "server") == 1
        }
        var shown = exporter.log
        for path in ["/", "/metrics", "/-/ready"] { shown += try await exporter.get(path).text }
        let state = folder.path(of: "state")
        for file in try FileManager.default.contentsOfDirectory(atPath: state) {
            let bytes = try Data(contentsOf: URL(filePath: "\(state)/\(file)"))
            shown += String(decoding: bytes, as: UTF8.self)
        }
        #expect(shown.contains("dedup_key"), "the stored body is among what is searched")
        let isShown = shown.contains(Self.key)
        #expect(!isShown)

        pager.answer { _ in Self.success }
        let opened = try #require(try await pager.posts(1) { $0.status == 202 }.last)
        #expect(Set(pager.posts.map(\.body)).count == 1, "every try is the same")
        #expect(try opened.text("event_action") == "trigger")
        #expect(try opened.text("routing_key") == Self.key)
        #expect(try opened.text("client") == "exchangerate-exporter")
        #expect(try opened.text("client_url") == "https://fx.example/status/")
        let payload = try opened.object("payload")
        #expect(payload["source"] as? String == "fx.example")
        #expect(payload["severity"] as? String == "critical")
        #expect((payload["summary"] as? String)?.hasPrefix("USD rates are stale") == true)

        try standIn.clear()
        let closed = try #require(try await pager.posts(2) { $0.status == 202 }.last)
        #expect(try closed.text("event_action") == "resolve")
        #expect(try closed.text("routing_key") == Self.key)
        #expect(try closed.text("dedup_key") == opened.text("dedup_key"))
        _ = try await exporter.metrics("nothing waits") { $0.queueLength() == 0 }
        await exporter.stop()
    }

    @Test func `what fired and ended unheard is a trigger and then a resolve, over a kill between`()
        async throws
    {
        let standIn = try await StandInProcess()
        try await standIn.freeze()
        let folder = try TemporaryFolder()
        let pager = try AnsweringReceiver { _ in .init(status: 503) }
        let configuration = try Self.configuration(standIn, pager, in: folder)
        let first = try await ExporterProcess(configuration, in: folder)
        _ = try await first.metrics("a failed try", within: .seconds(60)) {
            $0.failedDeliveries() == 1
        }
        try standIn.clear()
        _ = try await pager.posts(1) { Self.isTrigger($0.body) && $0.body.contains("endsAt") }
        // The trigger is taken, the resolve is not.
        pager.answer { Self.isTrigger($0) ? Self.success : .init(status: 503) }
        _ = try await pager.posts(1) { !Self.isTrigger($0.body) }
        // What the answer changed is stored before the attempts of these polls.
        try await standIn.waitForPolls()
        await first.kill()
        let taken = pager.posts.count { Self.isTrigger($0.body) && $0.status == 202 }
        #expect(taken == 1)

        pager.answer { _ in Self.success }
        let second = try await ExporterProcess(configuration, in: folder)
        let posts = try await pager.posts(1) { !Self.isTrigger($0.body) && $0.status == 202 }
        #expect(posts.count { Self.isTrigger($0.body) && $0.status == 202 } == 1)
        #expect(Set(try posts.map { try $0.text("dedup_key") }).count == 1)
        _ = try await second.metrics("nothing waits") { $0.queueLength() == 0 }
        await second.stop()
    }
}
