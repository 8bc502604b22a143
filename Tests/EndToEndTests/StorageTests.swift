import Foundation
import HTTP
import TestKit
import Testing

/// A folder of the state that is not as it should be.
@Suite(.fewAtATime)
struct StorageTests {
    @Test func `a folder that a running exporter holds ends the start`() async throws {
        let standIn = try await StandInProcess()
        let first = try await ExporterProcess(
            ExporterConfiguration(api: standIn.url, interval: "5m"))
        _ = try await first.metrics("the first poll") { $0.goodPolls() > 0 }
        let second = try ExporterProcess.launch(
            ExporterConfiguration(api: standIn.url, interval: "5m"), in: first.folder)
        #expect(await second.exitStatus() == 1)
        #expect(second.standardError.contains(first.folder.path(of: "state")))
        #expect(try await standIn.requests().count == 1)
        await first.stop()
        let third = try await ExporterProcess(
            ExporterConfiguration(api: standIn.url, interval: "5m"), in: first.folder)
        #expect(try await third.metrics().series("exchangerate_rate").count == 3)
    }

    @Test(arguments: ["file/state", "file", "/proc/exchangerate", "/dev/null/state"])
    func `a folder that cannot be written is told, and polls go on from memory`(
        path: String
    ) async throws {
        let standIn = try await StandInProcess()
        let folder = try TemporaryFolder()
        try folder.write("kept", to: "file")
        let exporter = try await ExporterProcess(
            ExporterConfiguration(api: standIn.url), in: folder, flags: ["--storage.path=\(path)"])
        let page = try await exporter.metrics("polls work") { $0.goodPolls() > 1 }
        #expect(page.series("exchangerate_storage_errors_total").values.reduce(0, +) > 0)
        #expect(page.series("exchangerate_rate").count == 3)
        let status = try await exporter.get("/").text
        #expect(status.contains("in memory only"))
        #expect(status.contains(path))
        #expect(exporter.log.contains("the state cannot be stored"))
        #expect(exporter.log.contains(path))
        await exporter.stop()
        #expect(try String(contentsOfFile: folder.path(of: "file"), encoding: .utf8) == "kept")
    }

    @Test func `a folder that can be written later gets the whole state`() async throws {
        let standIn = try await StandInProcess(port: ReservedPort().port)
        let folder = try TemporaryFolder()
        let obstacle = try folder.write("in the way", to: "place")
        let configuration = ExporterConfiguration(api: standIn.url)
        let flags = ["--storage.path=\(obstacle)/state"]
        let first = try await ExporterProcess(configuration, in: folder, flags: flags)
        _ = try await first.metrics("polls work") { $0.goodPolls() > 0 }
        try FileManager.default.removeItem(atPath: obstacle)
        // It is tried every 30 s.
        let line = await first.process.line(
            containing: "the state is stored again", within: .seconds(50))
        #expect(line != nil)
        #expect(try await first.get("/").text.contains("in memory only") == false)
        await first.stop()
        let requests = try await standIn.requests().count
        await standIn.stop()
        let second = try await ExporterProcess(configuration, in: folder, flags: flags)
        let page = try await second.metrics()
        #expect(page.series("exchangerate_rate").count == 3)
        #expect(page.value("exchangerate_month_requests") ?? 0 >= Double(requests))
    }

    @Test func `a state that is garbage is moved aside, and the exporter runs`() async throws {
        let standIn = try await StandInProcess()
        let folder = try TemporaryFolder()
        let state = folder.path(of: "state")
        try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
        let garbage = String(repeating: "This is no database. ", count: 500)
        try folder.write(garbage, to: "state/state.sqlite")
        let exporter = try await ExporterProcess(
            ExporterConfiguration(api: standIn.url), in: folder)
        let page = try await exporter.metrics("polls work") { $0.goodPolls() > 0 }
        #expect(page.series("exchangerate_rate").count == 3)
        #expect(exporter.log.contains("a damaged state file was moved to"))
        let aside = try FileManager.default.contentsOfDirectory(atPath: state)
            .first { $0.hasPrefix("state.sqlite.corrupt-") }
        let kept = "\(state)/\(try #require(aside))"
        #expect(try String(contentsOfFile: kept, encoding: .utf8) == garbage)
        #expect(try await exporter.get("/").text.contains("in memory only") == false)
    }

    @Test func `an empty path keeps the state in memory, with a warning and without an error`()
        async throws
    {
        let standIn = try await StandInProcess()
        let exporter = try await ExporterProcess(
            ExporterConfiguration(api: standIn.url), flags: ["--storage.path="])
        let page = try await exporter.metrics("polls work") { $0.goodPolls() > 0 }
        #expect(page.series("exchangerate_storage_errors_total").values.reduce(0, +) == 0)
        #expect(exporter.log.contains("level=warn"))
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: exporter.folder.path)
                == ["exporter.yml"])
    }
}
