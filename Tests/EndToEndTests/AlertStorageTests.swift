import Foundation
import HTTP
import TestKit
import Testing

/// What is written of alerts, and what happens where it cannot be.
@Suite(.fewAtATime)
struct AlertStorageTests {
    @Test func `between two polls nothing is written, also while an alert fires`() async throws {
        let standIn = try await StandInProcess()
        try await standIn.freeze()
        var configuration = ExporterConfiguration.paging(
            standIn, to: ReceiverConfiguration(url: standIn.sink))
        configuration.interval = "5m"
        configuration.pollKeys = []
        let exporter = try await ExporterProcess(configuration)
        _ = try await standIn.pages(1)
        _ = try await exporter.metrics("it is delivered") { $0.queueLength() == 0 }
        // The result of the delivery is stored after that.
        var former = try Self.files(of: exporter)
        var stillFor = 0
        let isIdle = try await eventually(every: .seconds(1)) {
            // Scrapes and views of the page write nothing either.
            _ = try await exporter.metrics()
            _ = try await exporter.get("/")
            let files = try Self.files(of: exporter)
            stillFor = files == former ? stillFor + 1 : 0
            former = files
            return stillFor == 6
        }
        #expect(isIdle)
        #expect(try await exporter.metrics().fires("ExchangeRateStale"))
        #expect(try await standIn.requests().count == 1)
        await exporter.stop()
    }

    @Test func `without a folder for the state pages go out all the same`() async throws {
        let standIn = try await StandInProcess()
        try await standIn.freeze()
        let exporter = try await ExporterProcess(
            .paging(standIn, to: ReceiverConfiguration(url: standIn.sink)),
            flags: ["--storage.path=/proc/exchangerate"])
        let firing = try await standIn.pages(1)[0]
        #expect(firing.gist == "firing: first notification")
        try standIn.clear()
        #expect(try await standIn.pages(2)[1].gist == "resolved: all alerts resolved")
        try await standIn.waitForPolls(3)
        #expect(try await standIn.pages().count == 2)
        let page = try await exporter.metrics()
        #expect(page.series("exchangerate_storage_errors_total").values.reduce(0, +) > 0)
        await exporter.stop()
    }

    @Test func `pages go out, once each, though the folder of the state goes away in between`()
        async throws
    {
        let standIn = try await StandInProcess()
        try await standIn.freeze()
        let exporter = try await ExporterProcess(
            .paging(standIn, to: ReceiverConfiguration(url: standIn.sink)))
        _ = try await standIn.pages(1)
        try FileManager.default.removeItem(atPath: exporter.folder.path(of: "state"))
        try await standIn.waitForPolls(3)
        try standIn.clear()
        #expect(try await standIn.pages(2)[1].gist == "resolved: all alerts resolved")
        try await standIn.waitForPolls(3)
        #expect(try await standIn.pages().count == 2)
        await exporter.stop()
    }

    /// Name, size and time of change of each file of the state.
    private static func files(of exporter: ExporterProcess) throws -> [String: [String]] {
        let state = exporter.folder.path(of: "state")
        let names = try FileManager.default.contentsOfDirectory(atPath: state)
        #expect(names.contains("state.sqlite-wal"))
        return try Dictionary(
            uniqueKeysWithValues: names.map { name in
                let attributes = try FileManager.default.attributesOfItem(
                    atPath: "\(state)/\(name)")
                let time = attributes[.modificationDate] as? Date
                return (
                    name,
                    ["\(attributes[.size] ?? 0)", "\(time?.timeIntervalSinceReferenceDate ?? 0)"]
                )
            })
    }
}
