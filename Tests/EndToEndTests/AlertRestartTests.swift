import Foundation
import HTTP
import TestKit
import Testing

/// What a run leaves to the next one of alerts and notifications, however it ended.
@Suite(.fewAtATime)
struct AlertRestartTests {
    @Test(arguments: RestartTests.Ending.allCases)
    func `a restart between the start of an alert and its end tells each once`(
        ending: RestartTests.Ending
    ) async throws {
        let standIn = try await StandInProcess()
        try await standIn.freeze()
        let configuration = ExporterConfiguration.paging(
            standIn, to: ReceiverConfiguration(url: standIn.sink))
        let first = try await ExporterProcess(configuration)
        let firing = try await standIn.pages(1)[0].message.onlyAlert()
        try await standIn.waitForPolls()
        await ending.end(first)
        let second = try await ExporterProcess(configuration, in: first.folder)
        try await standIn.waitForPolls(3)
        #expect(try await standIn.pages().count == 1, "no second page")
        #expect(try await second.metrics().fires("ExchangeRateStale"))
        try standIn.clear()
        let resolved = try await standIn.pages(2)[1]
        #expect(resolved.gist == "resolved: all alerts resolved")
        #expect(try resolved.message.onlyAlert().startsAt == firing.startsAt)
        try await standIn.waitForPolls()
        await ending.end(second)
        let third = try await ExporterProcess(configuration, in: first.folder)
        try await standIn.waitForPolls()
        #expect(try await standIn.pages().count == 2)
        await third.stop()
    }

    @Test(arguments: RestartTests.Ending.allCases)
    func `an alert that ended while its receiver and then the exporter were down is told once`(
        ending: RestartTests.Ending
    ) async throws {
        let standIn = try await StandInProcess()
        try await standIn.freeze()
        let receiver = try ReceiverServer()
        let configuration = ExporterConfiguration.paging(
            standIn, to: ReceiverConfiguration(url: receiver.url))
        let first = try await ExporterProcess(configuration)
        let firing = try await receiver.taken(1)[0].message.onlyAlert()
        receiver.behave(.answers(503))
        try standIn.clear()
        let failed = try await receiver.pages(2)[1]
        try await standIn.waitForPolls()
        await ending.end(first)
        receiver.behave(.takes)
        let second = try await ExporterProcess(configuration, in: first.folder)
        let resolved = try await receiver.taken(2)[1]
        #expect(resolved.gist == "resolved: all alerts resolved")
        #expect(resolved.id == failed.id)
        #expect(resolved.body == failed.body)
        #expect(try resolved.message.onlyAlert().startsAt == firing.startsAt)
        try await standIn.waitForPolls(3)
        #expect(try receiver.pages().count(where: \.isTaken) == 2)
        await second.stop()
    }

    @Test func `what became stale while the exporter was down pages after the start`()
        async throws
    {
        let standIn = try await StandInProcess()
        // Fresh for as long as a start may take.
        let age = 600 - 10 * TimeInterval(Sanitizer.slowness)
        let stamp = Date.now.addingTimeInterval(-age).ISO8601Format()
        try await standIn.add(fault: "stamp&text=\(stamp)")
        let configuration = ExporterConfiguration.paging(
            standIn, to: ReceiverConfiguration(url: standIn.sink))
        let first = try await ExporterProcess(configuration)
        let page = try await first.metrics("fresh data") { $0.goodPolls() > 0 }
        #expect(!page.fires("ExchangeRateStale"))
        try await standIn.waitForPolls()
        await first.kill()
        #expect(try await standIn.pages().isEmpty)
        let due = "exchangerate_data_due_timestamp_seconds"
        let staleAt = try #require(page.value(due, ["base": "USD", "source": "live"]))
        let isDue = await eventually { Date.now.timeIntervalSince1970 > staleAt }
        try #require(isDue)
        let start = Date.now.timeIntervalSince1970
        let second = try await ExporterProcess(configuration, in: first.folder)
        let firing = try await standIn.pages(1)[0].message.onlyAlert()
        #expect(firing.name == "ExchangeRateStale")
        #expect(try AlertsTests.time(firing.startsAt) >= start - 0.001)
        try await standIn.waitForPolls()
        #expect(try await standIn.pages().count == 1)
        await second.stop()
    }

    @Test func `an exporter that is killed in the middle of a try sends the same again`()
        async throws
    {
        let standIn = try await StandInProcess()
        try await standIn.freeze()
        let receiver = try ReceiverServer(.hangs)
        let configuration = ExporterConfiguration.paging(
            standIn, to: ReceiverConfiguration(url: receiver.url))
        let first = try await ExporterProcess(configuration)
        let broken = try await receiver.pages(1)[0]
        await first.kill()
        receiver.behave(.takes)
        let second = try await ExporterProcess(configuration, in: first.folder)
        let taken = try await receiver.taken(1)[0]
        #expect(taken.id == broken.id)
        #expect(taken.body == broken.body)
        try await standIn.waitForPolls(3)
        #expect(try receiver.pages().count == 2)
        await second.stop()
    }

    @Test func `a stop does not wait for a receiver that hangs, and the next run delivers`()
        async throws
    {
        let standIn = try await StandInProcess()
        try await standIn.freeze()
        let receiver = try ReceiverServer(.hangs)
        let configuration = ExporterConfiguration.paging(
            standIn, to: ReceiverConfiguration(url: receiver.url, keys: ["timeout: 60s"]))
        let first = try await ExporterProcess(configuration)
        let broken = try await receiver.pages(1)[0]
        let clock = ContinuousClock()
        let begin = clock.now
        first.process.signal(SIGTERM)
        let status = await first.process.exitStatus()
        #expect(status == 0)
        #expect(clock.now - begin < .seconds(5) * Sanitizer.slowness)
        receiver.behave(.takes)
        let second = try await ExporterProcess(configuration, in: first.folder)
        #expect(try await receiver.taken(1)[0].id == broken.id)
        await second.stop()
    }

    @Test func `an alert of a base that is watched no more ends, and says so`() async throws {
        let standIn = try await StandInProcess()
        try await standIn.freeze(base: "EUR")
        var configuration = ExporterConfiguration.paging(
            standIn, to: ReceiverConfiguration(url: standIn.sink))
        configuration.alerts.append("labels: {team: old}")
        configuration.rates = ["USD": ["JPY"], "EUR": ["JPY"]]
        let first = try await ExporterProcess(configuration)
        let firing = try await standIn.pages(1)[0].message.onlyAlert()
        #expect(firing.base == "EUR")
        try await standIn.waitForPolls(3)
        await first.stop()
        configuration.alerts.removeLast()
        configuration.rates = ["USD": ["JPY"]]
        let second = try await ExporterProcess(configuration, in: first.folder)
        let resolved = try await standIn.pages(2)[1]
        let alert = try resolved.message.onlyAlert()
        #expect(resolved.gist == "resolved: all alerts resolved")
        #expect(alert.annotations["reason"] == "no longer watched")
        #expect(alert.labels == firing.labels)
        #expect(alert.startsAt == firing.startsAt)
        #expect(
            try await second.metrics().value(
                "exchangerate_alert_state", ["alert": "ExchangeRateStale", "base": "EUR"]) == nil)
        try await standIn.waitForPolls()
        await second.stop()
        let third = try await ExporterProcess(configuration, in: first.folder)
        try await standIn.waitForPolls()
        #expect(try await standIn.pages().count == 2)
        await third.stop()
    }

    @Test func `what waits for a receiver that is configured no more is dropped, and told`()
        async throws
    {
        let standIn = try await StandInProcess()
        try await standIn.freeze()
        let gone = try ReceiverServer(.answers(503))
        let former = ExporterConfiguration.paging(
            standIn, to: ReceiverConfiguration("gone", url: gone.url),
            ReceiverConfiguration(url: standIn.sink))
        let first = try await ExporterProcess(former)
        let waiting = try await gone.pages(1)[0]
        _ = try await standIn.pages(1)
        try await standIn.waitForPolls()
        await first.stop()
        gone.behave(.takes)
        let present = ExporterConfiguration.paging(
            standIn, to: ReceiverConfiguration(url: standIn.sink))
        let second = try await ExporterProcess(present, in: first.folder)
        let line = await second.process.line(containing: "its receiver is not configured any more")
        #expect(line?.contains("receiver=gone") == true && line?.contains(waiting.id) == true)
        #expect(try await !second.metrics().text.contains("gone"))
        try await standIn.waitForPolls()
        await second.stop()
        let third = try await ExporterProcess(former, in: first.folder)
        try await standIn.waitForPolls()
        #expect(!third.log.contains("not configured any more"))
        #expect(try gone.pages().allSatisfy { !$0.isTaken || $0.id != waiting.id })
        #expect(try await standIn.pages().count == 1)
        await third.stop()
    }
}
