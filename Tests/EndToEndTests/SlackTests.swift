import Foundation
import HTTP
import TestKit
import Testing

/// Messages to a chat by an incoming webhook of Slack.
@Suite(.fewAtATime)
struct SlackTests {
    @Test func `a message is delivered by its ok alone, and comes again unchanged until then`()
        async throws
    {
        let standIn = try await StandInProcess()
        try await standIn.freeze()
        let slack = try AnsweringReceiver { _ in .init(status: 200, body: "no_text") }
        let exporter = try await ExporterProcess(
            .paging(standIn, to: ReceiverConfiguration(type: "slack", url: slack.url)),
            flags: ["--web.external-url=https://fx.example/status/"])
        let page = try await exporter.metrics("a refusal", within: .seconds(60)) {
            $0.failedDeliveries(because: "refused") == 1
        }
        #expect(page.queueLength() == 1)
        slack.answer { _ in .init(status: 200, body: "ok") }
        let told = try await slack.posts(2)
        #expect(Set(told.map(\.body)).count == 1)
        #expect(told[0].head.hasPrefix("POST /hook HTTP/1.1\r\n"))
        #expect(ReceiverServer.header("Content-Type", in: told[0].head) == "application/json")
        _ = try await exporter.metrics("nothing waits") { $0.queueLength() == 0 }
        let firing = try Self.attachments(of: told[0])
        #expect(firing.map { $0["color"] } == ["danger"])
        #expect(firing.map { $0["title"] } == ["[FIRING:1] ExchangeRateStale"])
        #expect(firing.map { $0["title_link"] } == ["https://fx.example/status/"])
        #expect(firing[0]["text"]?.hasPrefix("*USD* · critical · since 20") == true)
        #expect(firing[0]["text"]?.contains("EUR, GBP, JPY") == true)
        #expect(try told[0].text("text")?.hasPrefix("Firing: USD rates are stale") == true)

        try standIn.clear()
        let ended = try #require(try await slack.posts(3).last)
        let resolved = try Self.attachments(of: ended)
        #expect(resolved.map { $0["color"] } == ["good"])
        #expect(resolved.map { $0["title"] } == ["[RESOLVED:1] ExchangeRateStale"])
        try await standIn.waitForPolls()
        #expect(slack.posts.count == 3)
        await exporter.stop()
    }

    private static func attachments(of post: AnsweringReceiver.Post) throws -> [[String: String]] {
        try #require(post.object()["attachments"] as? [[String: String]])
    }
}
