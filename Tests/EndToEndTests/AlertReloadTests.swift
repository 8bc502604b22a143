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
}
