import Glibc
import HTTP
import TestKit
import Testing

/// Reloads that take long, from a file system that hangs.
@Suite(.fewAtATime)
struct ReloadPatienceTests {
    private static let flags = ["--web.enable-lifecycle"]

    @Test func `a file system that hangs holds up no page, and is told of`() async throws {
        let standIn = try await StandInProcess()
        let folder = try TemporaryFolder()
        let disk = try await FaultyDisk(at: folder.path(of: "exporter.yml"))
        let exporter = try await ExporterProcess(
            ExporterConfiguration(api: standIn.url), in: folder, flags: Self.flags,
            environment: disk.environment)
        _ = try await exporter.metrics("a poll") { $0.goodPolls() > 0 }
        try disk.set(.hangs)
        let url = "\(exporter.url)/-/reload"
        async let first = Browser.send(.post, url, within: .seconds(40))
        try await Task.sleep(for: .milliseconds(300))
        for _ in 1...6 {
            let other = try await Browser.send(.post, url)
            #expect(other.status == 503)
            #expect(other.text.contains("A reload is under way"), "\(other.text)")
            #expect(other.headers["Retry-After"] == "1")
            #expect(try await exporter.get("/-/healthy").status == 200)
        }
        exporter.process.signal(SIGHUP)
        let page = try await exporter.metrics("the failure", within: .seconds(60)) {
            $0.value("exchangerate_config_last_reload_successful") == 0
        }
        #expect(exporter.log.contains("the configuration is still being read"))
        let answer = try await first
        #expect(answer.status == 503)
        #expect(answer.text.contains("still being read"), "\(answer.text)")
        let polls = page.goodPolls()
        _ = try await exporter.metrics("polls go on") { $0.goodPolls() > polls }

        try disk.set(.works)
        _ = try await exporter.metrics("the end") {
            $0.value("exchangerate_config_last_reload_successful") == 1
        }
        // That of the POST, and that of the hang-up.
        let isReadTwice = await eventually {
            exporter.log.ranges(of: "the configuration was read again").count == 2
        }
        #expect(isReadTwice, "\(exporter.log)")
        await exporter.stop()
    }

    @Test func `polls and pages go on while the files that are watched hang`() async throws {
        let standIn = try await StandInProcess()
        let folder = try TemporaryFolder()
        try folder.write("key-one\n", to: "watched-key")
        let web = try folder.write(
            "http_server_config: {headers: {X-Frame-Options: deny}}\n", to: "watched-web.yml")
        let disk = try await FaultyDisk(at: folder.path(of: "watched"))
        var configuration = ExporterConfiguration(api: standIn.url)
        configuration.apiKeys = ["key_file: \(folder.path(of: "watched-key"))"]
        let exporter = try await ExporterProcess(
            configuration, in: folder, flags: ["--web.config.file=\(web)"],
            environment: disk.environment)
        try disk.set(.hangs)
        // Both are looked at within 5 s.
        try await Task.sleep(for: .seconds(7))
        let polls = try await exporter.metrics().goodPolls()
        _ = try await exporter.metrics("polls go on") { $0.goodPolls() > polls + 1 }
        try disk.set(.works)
        try folder.write("key-two\n", to: "watched-key")
        #expect(await exporter.process.line(containing: "the key has changed") != nil)
        await exporter.stop()
    }

    @Test func `a stop does not wait for a reload that hangs`() async throws {
        let standIn = try await StandInProcess()
        let folder = try TemporaryFolder()
        let disk = try await FaultyDisk(at: folder.path(of: "exporter.yml"))
        let exporter = try await ExporterProcess(
            ExporterConfiguration(api: standIn.url), in: folder, environment: disk.environment)
        try disk.set(.hangs)
        exporter.process.signal(SIGHUP)
        await exporter.stop()
        #expect(exporter.log.contains("msg=\"stopped\""), "\(exporter.log)")
    }
}
