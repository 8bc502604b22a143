import Foundation
import TestKit
import Testing

/// What a program that reads the log gets to read.
@Suite(.fewAtATime)
struct LogFormatTests {
    /// The records of a text; throws where a line is not one JSON object of texts.
    private func records(_ text: String) throws -> [[String: String]] {
        try text.split(separator: "\n").map { line in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
            return try #require(object as? [String: String], "\(line)")
        }
    }

    /// Starts a daemon that logs in JSON, and waits until it listens.
    private func launch(in folder: TemporaryFolder) async throws -> ChildProcess {
        let process = try ExporterProcess.launch(
            ExporterConfiguration(api: try ReservedPort().url), in: folder,
            flags: ["--log.format=json"])
        _ = try #require(await process.line(containing: "\"msg\":\"listening\""))
        return process
    }

    @Test func `every line of a run is a JSON object with time, level and message`() async throws {
        let process = try await launch(in: try TemporaryFolder())
        _ = try #require(await process.line(containing: "\"level\":\"warn\""))
        process.signal(SIGTERM)
        #expect(await process.exitStatus() == 0)
        let records = try records(process.standardError)
        #expect(records.count > 3)
        for record in records {
            #expect(record["ts"]?.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil)
            #expect(["debug", "info", "warn", "error"].contains(record["level"]))
            #expect(record["msg"]?.isEmpty == false)
        }
    }

    @Test(arguments: [
        (
            "pol: {interval: 5m}\npoll: {interval: fast}\n",
            [":1:1: pol: ", ":2:18: poll.interval: "]
        ),
        ("api: [\u{1F4B1}\n", ["exporter.yml:"]), (nil, ["exporter.yml"]),
    ])
    func `a start that fails says so in JSON, a record for each error`(
        text: String?, details: [String]
    ) async throws {
        let folder = try TemporaryFolder()
        if let text { try folder.write(text, to: "exporter.yml") }
        let process = try ExporterProcess.run(
            ["--config.file=exporter.yml", "--log.format=json"], in: folder)
        #expect(await process.exitStatus() == 1)
        let records = try records(process.standardError)
        #expect(records.count == details.count)
        for (record, detail) in zip(records, details) {
            #expect(record["level"] == "error")
            #expect(record["msg"] == "cannot start")
            #expect(record["detail"]?.contains(detail) == true, "\(record)")
        }
    }

    @Test func `a start that nobody can listen for says so in JSON`() async throws {
        let folder = try TemporaryFolder()
        let process = try ExporterProcess.launch(
            ExporterConfiguration(api: "http://127.0.0.1:9"), in: folder,
            flags: ["--web.listen-address=unix:/nowhere/socket", "--log.format=json"])
        #expect(await process.exitStatus() == 1)
        #expect(try records(process.standardError).last?["level"] == "error")
    }

    @Test func `what a service manager says wrong ends the start in JSON`() async throws {
        let process = try ExporterProcess.run(
            ["--log.format=json"], environment: ["NOTIFY_SOCKET": "relative"],
            in: try TemporaryFolder())
        defer { process.signal(SIGKILL) }
        let line = try #require(await process.line(containing: "level"))
        #expect(try records(line).count == 1)
    }

    @Test func `a bad reload is a record for each error`() async throws {
        let folder = try TemporaryFolder()
        let process = try await launch(in: folder)
        try folder.write("pol: 1\npoll: {interval: fast}\n", to: "exporter.yml")
        process.signal(SIGHUP)
        let isTold = await eventually {
            let errors = try? records(process.standardError).filter { $0["level"] == "error" }
            return errors?.count == 2
        }
        #expect(isTold, "\(process.standardError)")
        process.signal(SIGTERM)
        #expect(await process.exitStatus() == 0)
    }
}
