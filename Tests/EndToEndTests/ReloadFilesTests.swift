import Foundation
import Glibc
import HTTP
import TestKit
import Testing

/// Files of the configuration that cannot be read again as they were.
@Suite(.fewAtATime)
struct ReloadFilesTests {
    private static let flags = ["--web.enable-lifecycle"]

    /// The refusal of a reload by POST, and what the page of metrics says after it.
    private func refusal(of exporter: ExporterProcess) async throws -> String {
        let answer = try await Browser.send(.post, "\(exporter.url)/-/reload")
        #expect(answer.status == 500, "\(answer.text)")
        let page = try await exporter.metrics()
        #expect(page.value("exchangerate_config_last_reload_successful") == 0)
        return answer.text
    }

    @Test(arguments: ["/dev/stdin", "named"])
    func `settings from a pipe are not read again, and stay`(file: String) async throws {
        let standIn = try await StandInProcess()
        let folder = try TemporaryFolder()
        var configuration = ExporterConfiguration(api: standIn.url)
        configuration.receivers = [ReceiverConfiguration(url: standIn.sink)]
        try folder.write(configuration.yaml, to: "exporter.yml")
        let isMade = mkfifo(folder.path(of: "named"), 0o600) == 0
        try #require(isMade)
        // The shell becomes the daemon, so that a signal to it is one to the daemon.
        let start = #"exec "$0" "$@""#
        let process = try ChildProcess(
            "/bin/bash",
            [
                "-c",
                file == "named"
                    ? "cat exporter.yml > named & \(start)" : "\(start) < <(cat exporter.yml)",
                try Built.path(of: "exchangerate-exporter"),
                "--config.file=\(file)", "--storage.path=", "--web.listen-address=127.0.0.1:0",
            ] + Self.flags, directory: folder.path)
        let line = try #require(
            await process.line(containing: "msg=\"listening\""), "\(process.standardError)")
        let url = "http://" + (try #require(line.split(separator: "address=").last))
        let answer = try await Browser.send(.post, "\(url)/-/reload")
        #expect(answer.status == 500)
        #expect(
            answer.text.contains("\(file): is a pipe, which can be read once"), "\(answer.text)")
        let page = MetricsText(try await Browser.send(.get, "\(url)/metrics").text)
        #expect(page.value("exchangerate_config_last_reload_successful") == 0)
        #expect(page.text.contains("receiver=\"oncall\""), "\(page.text)")
        process.signal(SIGTERM)
        #expect(await process.exitStatus() == 0)
    }

    @Test func `a file that was emptied is refused, by a hang-up as well`() async throws {
        let standIn = try await StandInProcess()
        let configuration = ExporterConfiguration(api: standIn.url)
        let exporter = try await ExporterProcess(configuration, flags: Self.flags)
        let file = try exporter.folder.write("", to: "exporter.yml")
        let reason = try await refusal(of: exporter)
        #expect(reason.contains("\(file): is empty; to go back to the defaults, write {} into it"))
        try exporter.reload(configuration)
        _ = try await exporter.metrics("the good file") {
            $0.value("exchangerate_config_last_reload_successful") == 1
        }
        try exporter.folder.write("\n", to: "exporter.yml")
        exporter.process.signal(SIGHUP)
        try await exporter.waitForFailedReload()
        await exporter.stop()
    }

    @Test func `a pipe in the place of the file is refused, and later reloads work`() async throws {
        let standIn = try await StandInProcess()
        let configuration = ExporterConfiguration(api: standIn.url)
        let exporter = try await ExporterProcess(configuration, flags: Self.flags)
        let file = exporter.folder.path(of: "exporter.yml")
        try FileManager.default.removeItem(atPath: file)
        let isMade = mkfifo(file, 0o600) == 0
        try #require(isMade)
        #expect(try await refusal(of: exporter).contains("\(file): is not a regular file"))
        try exporter.folder.write(configuration.yaml, to: "exporter.yml")
        let good = try await Browser.send(.post, "\(exporter.url)/-/reload")
        #expect(good.status == 200, "\(good.text)")
        await exporter.stop()
    }

    @Test(arguments: ["run", "check-config"])
    func `a pipe that nobody writes to is named after a while`(command: String) async throws {
        let folder = try TemporaryFolder()
        let isMade = mkfifo(folder.path(of: "named"), 0o600) == 0
        try #require(isMade)
        let exporter = try ExporterProcess.run([command, "--config.file=named"], in: folder)
        #expect(await exporter.exitStatus() == 1)
        #expect(
            exporter.standardError.contains(
                "named: is a pipe that nothing was written to within 10 s"),
            "\(exporter.standardError)")
    }
}
