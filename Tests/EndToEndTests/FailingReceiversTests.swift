import Foundation
import HTTP
import TestKit
import Testing

/// A receiver that does not take notifications gets them later, and holds nothing else up.
@Suite(.fewAtATime)
struct FailingReceiversTests {
    /// A way to fail, and how it is counted.
    struct Fault: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let behavior: ReceiverServer.Behavior
        let reason: String

        init(_ name: String, _ behavior: ReceiverServer.Behavior, _ reason: String) {
            testDescription = name
            self.behavior = behavior
            self.reason = reason
        }
    }

    private static let passing = [
        Fault("answers 503", .answers(503), "server"),
        Fault("answers 500", .answers(500), "server"),
        Fault("answers 408", .answers(408), "client"),
        Fault("answers 425", .answers(425), "client"),
        Fault("answers 429", .answers(429), "rate_limited"),
        Fault("hangs", .hangs, "timeout"),
        Fault("drips its header", .dripsHeader, "timeout"),
        Fault("resets", .resets, "interrupted"),
        Fault("closes without an answer", .closes, "interrupted"),
        Fault("answers with garbage", .sendsGarbage, "interrupted"),
    ]

    private static let lasting = [
        Fault("answers 400", .answers(400), "client"),
        Fault("answers 404", .answers(404), "client"),
        Fault("answers 410", .answers(410), "client"),
        Fault("answers 304", .answers(304), "redirect"),
    ]

    @Test(arguments: passing)
    func `a receiver that fails is asked again with the same, and gets it once it works`(
        fault: Fault
    ) async throws {
        let standIn = try await StandInProcess()
        try await standIn.freeze()
        let receiver = try ReceiverServer(fault.behavior)
        let exporter = try await ExporterProcess(
            .paging(standIn, to: ReceiverConfiguration(url: receiver.url, keys: ["timeout: 1s"])))
        let page = try await exporter.metrics("two failed tries", within: .seconds(60)) {
            $0.failedDeliveries(because: fault.reason) == 2
        }
        #expect(page.failedDeliveries() == 2 && page.queueLength() == 1)
        #expect(
            page.value("exchangerate_notification_oldest_seconds", ["receiver": "oncall"]) ?? 0 > 0)
        try await Self.expectUnnoticed(exporter, standIn)
        let status = try await exporter.get("/").text
        #expect(status.contains("the last failed: <code class=\"bad\">\(fault.reason)</code>"))
        #expect(status.contains("<b>ExchangeRateStale</b>, firing, 1 alert"))

        receiver.behave(.takes)
        let taken = try await receiver.taken(1)[0]
        let tries = try receiver.pages()
        #expect(Set(tries.map(\.id)).count == 1)
        #expect(Set(tries.map(\.body)).count == 1)
        // 1 s and 5 s, each up to a fifth shorter.
        let gaps = zip(tries, tries.dropFirst()).map { $1.at.timeIntervalSince($0.at) }
        #expect(gaps.count >= 2 && gaps[0] >= 0.79 && gaps[1] >= 3.9, "\(gaps)")
        try standIn.clear()
        let resolved = try await receiver.taken(2)[1]
        #expect(resolved.gist == "resolved: all alerts resolved")
        #expect(
            try resolved.message.onlyAlert().startsAt == taken.message.onlyAlert().startsAt)
        try await standIn.waitForPolls()
        #expect(try receiver.pages().count(where: \.isTaken) == 2)
        let after = try await exporter.metrics("nothing waits") { $0.queueLength() == 0 }
        #expect(after.deliveryAttempts() == after.failedDeliveries() + 2)
        #expect(Self.count("a receiver does not take notifications", in: exporter.log) == 1)
        #expect(Self.count("a receiver takes notifications again", in: exporter.log) == 1)
        await exporter.stop()
    }

    @Test(arguments: lasting)
    func `a receiver that needs mending is not asked again soon, but at the next start`(
        fault: Fault
    ) async throws {
        let standIn = try await StandInProcess()
        try await standIn.freeze()
        let receiver = try ReceiverServer(fault.behavior)
        let configuration = ExporterConfiguration.paging(
            standIn, to: ReceiverConfiguration(url: receiver.url))
        let first = try await ExporterProcess(configuration)
        let page = try await first.metrics("a failed try") {
            $0.failedDeliveries(because: fault.reason) == 1
        }
        #expect(page.queueLength() == 1)
        try await standIn.waitForPolls(4)
        try await Self.expectUnnoticed(first, standIn)
        #expect(try receiver.pages().count == 1)
        #expect(Self.count("a receiver does not take notifications", in: first.log) == 1)
        await first.stop()
        let broken = try receiver.pages()[0]
        receiver.behave(.takes)
        let second = try await ExporterProcess(configuration, in: first.folder)
        #expect(try await receiver.taken(1)[0].id == broken.id)
        try await standIn.waitForPolls()
        #expect(try receiver.pages().count == 2)
        await second.stop()
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func `a redirect is not followed`(status: Int) async throws {
        let standIn = try await StandInProcess()
        try await standIn.freeze()
        let other = try ReceiverServer()
        let receiver = try ReceiverServer(
            .answers(status, headers: "Location: \(other.url)\r\n"))
        let exporter = try await ExporterProcess(
            .paging(standIn, to: ReceiverConfiguration(url: receiver.url)))
        _ = try await exporter.metrics("a failed try") {
            $0.failedDeliveries(because: "redirect") == 1
        }
        try await standIn.waitForPolls(4)
        #expect(other.heads.isEmpty)
        #expect(receiver.heads.count == 1)
        await exporter.stop()
    }

    @Test func `a receiver whose port is closed gets what it missed, once`() async throws {
        let standIn = try await StandInProcess()
        try await standIn.freeze()
        let port = try ReservedPort()
        let exporter = try await ExporterProcess(
            .paging(standIn, to: ReceiverConfiguration(url: "\(port.url)/sink")))
        let page = try await exporter.metrics("three failed tries", within: .seconds(60)) {
            $0.failedDeliveries(because: "connect") == 3
        }
        #expect(page.queueLength() == 1)
        try await Self.expectUnnoticed(exporter, standIn)
        let receiver = try await StandInProcess(port: port.port)
        let firing = try await receiver.pages(1)[0]
        #expect(firing.gist == "firing: first notification")
        try standIn.clear()
        #expect(try await receiver.pages(2)[1].gist == "resolved: all alerts resolved")
        try await standIn.waitForPolls()
        #expect(try await receiver.pages().count == 2)
        #expect(Self.count("a receiver does not take notifications", in: exporter.log) == 1)
        #expect(Self.count("a receiver takes notifications again", in: exporter.log) == 1)
        await exporter.stop()
    }

    @Test func `what fired and ended before the first delivery is told as one`() async throws {
        let standIn = try await StandInProcess()
        try await standIn.freeze()
        let receiver = try ReceiverServer(.answers(503))
        let exporter = try await ExporterProcess(
            .paging(standIn, to: ReceiverConfiguration(url: receiver.url)))
        let firing = try await receiver.pages(2)[0].message.onlyAlert()
        try standIn.clear()
        let isEnded = try await eventually(every: .milliseconds(20)) {
            try receiver.pages().last?.message.status == "resolved"
        }
        try #require(isEnded)
        receiver.behave(.takes)
        let told = try await receiver.taken(1)[0]
        try await standIn.waitForPolls(3)
        #expect(try receiver.pages().count(where: \.isTaken) == 1)
        #expect(told.message.status == "resolved")
        let alert = try told.message.onlyAlert()
        #expect(alert.startsAt == firing.startsAt)
        #expect(try AlertsTests.time(alert.endsAt) > AlertsTests.time(alert.startsAt))
        #expect(try await exporter.metrics().queueLength() == 0)
        await exporter.stop()
    }

    @Test func `Retry-After of a receiver is kept, also over a restart`() async throws {
        let standIn = try await StandInProcess()
        try await standIn.freeze()
        let receiver = try ReceiverServer(.answers(429, headers: "Retry-After: 7\r\n"))
        let configuration = ExporterConfiguration.paging(
            standIn, to: ReceiverConfiguration(url: receiver.url))
        let first = try await ExporterProcess(configuration)
        _ = try await receiver.pages(1)
        _ = try await first.metrics("the answer is taken in") {
            $0.failedDeliveries(because: "rate_limited") == 1
        }
        receiver.behave(.takes)
        try await standIn.waitForPolls()
        await first.kill()
        let second = try await ExporterProcess(configuration, in: first.folder)
        _ = try await receiver.taken(1)
        let tries = try receiver.pages()
        try #require(tries.count == 2)
        #expect(tries[0].id == tries[1].id)
        let gap = tries[1].at.timeIntervalSince(tries[0].at)
        #expect(6.9...15 ~= gap, "\(gap)")
        await second.stop()
    }

    @Test(arguments: [
        ReceiverServer.Behavior.takesAndDrips, .takesAndSendsForever, .takesAndResets,
    ])
    func `a receiver that takes a notification and answers badly after that gets it once`(
        behavior: ReceiverServer.Behavior
    ) async throws {
        let standIn = try await StandInProcess()
        try await standIn.freeze()
        let receiver = try ReceiverServer(behavior)
        let exporter = try await ExporterProcess(
            .paging(standIn, to: ReceiverConfiguration(url: receiver.url, keys: ["timeout: 1s"])))
        let page = try await exporter.metrics("it counts as delivered", within: .seconds(60)) {
            $0.deliveryAttempts() == 1 && $0.queueLength() == 0
        }
        #expect(page.failedDeliveries() == 0)
        try await standIn.waitForPolls(3)
        #expect(try receiver.pages().count == 1)
        await exporter.stop()
    }

    @Test func `what happens while a try is under way is told after it, in order`() async throws {
        let standIn = try await StandInProcess()
        try await standIn.freeze()
        let receiver = try ReceiverServer(.takesSlowly)
        let exporter = try await ExporterProcess(
            .paging(standIn, to: ReceiverConfiguration(url: receiver.url)))
        _ = try await receiver.pages(1)
        try standIn.clear()
        let pages = try await receiver.pages(2)
        #expect(
            pages.map(\.gist) == ["firing: first notification", "resolved: all alerts resolved"])
        #expect(pages[1].at.timeIntervalSince(pages[0].at) >= 1.4)
        try await standIn.waitForPolls(3)
        #expect(try receiver.pages().count == 2)
        await exporter.stop()
    }

    @Test(arguments: [ReceiverServer.Behavior.hangs, .answers(500), .dripsHeader])
    func `one broken receiver holds up no other`(behavior: ReceiverServer.Behavior) async throws {
        let standIn = try await StandInProcess()
        try await standIn.freeze()
        let broken = try ReceiverServer(behavior)
        let healthy = try ReceiverServer()
        let exporter = try await ExporterProcess(
            .paging(
                standIn, to: ReceiverConfiguration("broken", url: broken.url),
                ReceiverConfiguration("healthy", url: healthy.url)))
        let firing = try await healthy.taken(1)[0]
        let startsAt = try AlertsTests.time(firing.message.onlyAlert().startsAt)
        #expect(firing.at.timeIntervalSince1970 - startsAt < 4)
        _ = try await broken.pages(1)
        try standIn.clear()
        let resolved = try await healthy.taken(2)[1]
        #expect(resolved.gist == "resolved: all alerts resolved")
        try await standIn.waitForPolls(3)
        #expect(try healthy.pages().count == 2)
        let page = try await exporter.metrics()
        #expect(page.queueLength("healthy") == 0 && page.failedDeliveries("healthy") == 0)
        #expect(page.queueLength("broken") >= 1)
        await exporter.stop()
    }

    /// Scrapes are answered, and polls go on.
    private static func expectUnnoticed(
        _ exporter: ExporterProcess, _ standIn: StandInProcess,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let clock = ContinuousClock()
        let begin = clock.now
        let before = try await exporter.metrics()
        // Milliseconds on a machine of its own.
        #expect(
            clock.now - begin < .seconds(2) * Sanitizer.slowness, sourceLocation: sourceLocation)
        let after = try await exporter.metrics(
            "polls go on", within: .seconds(60), sourceLocation: sourceLocation
        ) {
            $0.goodPolls() >= before.goodPolls() + 2
        }
        #expect(after.failedPolls() == 0, sourceLocation: sourceLocation)
    }

    private static func count(_ text: String, in log: String) -> Int {
        log.split(separator: "\n").count { $0.contains(text) }
    }
}
