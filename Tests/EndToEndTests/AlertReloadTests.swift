import Foundation
import HTTP
import TestKit
import Testing

/// What a reload does to alerts that fire.
@Suite(.fewAtATime)
struct AlertReloadTests {
    @Test func `a hang-up with an unchanged file sends nothing while an alert fires`()
        async throws
    {
        let standIn = try await StandInProcess()
        try await standIn.freeze()
        let exporter = try await ExporterProcess(
            .paging(standIn, to: ReceiverConfiguration(url: standIn.sink)))
        let firing = try await standIn.pages(1)[0]
        for _ in 0..<3 {
            exporter.process.signal(SIGHUP)
            try await standIn.waitForPolls()
        }
        #expect(try await standIn.pages().count == 1)
        #expect(try await exporter.metrics().fires("ExchangeRateStale"))
        try standIn.clear()
        let resolved = try await standIn.pages(2)[1]
        #expect(resolved.gist == "resolved: all alerts resolved")
        #expect(
            try resolved.message.onlyAlert().startsAt == firing.message.onlyAlert().startsAt)
        #expect(resolved.message.groupKey == firing.message.groupKey)
        try await standIn.waitForPolls(3)
        #expect(try await standIn.pages().count == 2)
        await exporter.stop()
    }

    @Test func `other texts send nothing, and the resolve has the labels of the start`()
        async throws
    {
        let standIn = try await StandInProcess()
        try await standIn.freeze()
        var configuration = ExporterConfiguration.paging(
            standIn, to: ReceiverConfiguration(url: standIn.sink))
        let exporter = try await ExporterProcess(configuration)
        let firing = try await standIn.pages(1)[0].message.onlyAlert()
        configuration.alerts[0] = "stale: {severity: page, keep_firing_for: 0s}"
        configuration.alerts.append("labels: {team: fx}")
        try exporter.reload(configuration)
        try await standIn.waitForPolls(3)
        #expect(try await standIn.pages().count == 1)
        try standIn.clear()
        let resolved = try await standIn.pages(2)[1].message.onlyAlert()
        #expect(resolved.status == "resolved")
        #expect(resolved.labels == firing.labels)
        #expect(resolved.startsAt == firing.startsAt)
        await exporter.stop()
    }

    @Test func `the pager's key stays that of the start, whatever is configured since`()
        async throws
    {
        let standIn = try await StandInProcess()
        try await standIn.freeze()
        let pager = try AnsweringReceiver { _ in .init(status: 202) }
        let folder = try TemporaryFolder()
        try folder.write(String(repeating: "k", count: 32), to: "key")
        var configuration = ExporterConfiguration.paging(
            standIn,
            to: ReceiverConfiguration(
                type: "pagerduty", url: pager.url, keys: ["routing_key_file: key"]))
        let exporter = try await ExporterProcess(configuration, in: folder)
        let opened = try await pager.posts(1)[0]
        configuration.alerts.append("labels: {team: fx}")
        try exporter.reload(configuration)
        try await standIn.waitForPolls()
        try standIn.clear()
        let closed = try await pager.posts(2)[1]
        #expect(try closed.text("event_action") == "resolve")
        #expect(try closed.text("dedup_key") == opened.text("dedup_key"))
        await exporter.stop()
    }

    @Test func `an alert ends where its base is taken out, and says why`() async throws {
        let standIn = try await StandInProcess()
        try await standIn.freeze(base: "USD")
        var configuration = ExporterConfiguration.paging(
            standIn, to: ReceiverConfiguration(url: standIn.sink))
        configuration.rates = ["USD": ["EUR"], "GBP": ["EUR"]]
        let exporter = try await ExporterProcess(configuration)
        let firing = try await standIn.pages(1)[0].message.onlyAlert()
        configuration.rates = ["GBP": ["EUR"]]
        try exporter.reload(configuration)
        let resolved = try await standIn.pages(2)[1].message.onlyAlert()
        #expect(resolved.labels == firing.labels)
        #expect(resolved.annotations["reason"] == "no longer watched")
        await exporter.stop()
    }

    @Test func `a receiver that is added while an alert fires is told of it, once`() async throws {
        let standIn = try await StandInProcess()
        try await standIn.freeze()
        let added = try ReceiverServer()
        var configuration = ExporterConfiguration.paging(
            standIn, to: ReceiverConfiguration(url: standIn.sink))
        let exporter = try await ExporterProcess(configuration)
        _ = try await standIn.pages(1)
        configuration.receivers.append(ReceiverConfiguration("added", url: added.url))
        try exporter.reload(configuration)
        let told = try await added.taken(1)[0]
        #expect(told.gist == "firing: first notification")
        try await standIn.waitForPolls(3)
        #expect(try await standIn.pages().count == 1)
        #expect(try await added.taken(1).count == 1)
        await exporter.stop()
    }

    @Test func `what waits goes to the new address at once; what waits for nobody is dropped`()
        async throws
    {
        let standIn = try await StandInProcess()
        try await standIn.freeze()
        let (broken, works) = (
            try ReceiverServer(.answers(404)), try ReceiverServer()
        )
        var configuration = ExporterConfiguration.paging(
            standIn, to: ReceiverConfiguration(url: broken.url),
            ReceiverConfiguration("gone", url: broken.url))
        let exporter = try await ExporterProcess(configuration)
        _ = try await exporter.metrics("two failures") {
            $0.failedDeliveries(because: "client") == 1
                && $0.failedDeliveries("gone", because: "client") == 1
        }
        configuration.receivers = [ReceiverConfiguration(url: works.url)]
        try exporter.reload(configuration)
        let told = try await works.taken(1)[0]
        #expect(told.gist == "firing: first notification")
        #expect(
            await eventually { exporter.log.contains("its receiver is not configured any more") })
        let page = try await exporter.metrics()
        #expect(page.queueLength() == 0)
        #expect(page.queueLength("gone") == -1)
        await exporter.stop()
    }
}
