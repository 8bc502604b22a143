import Foundation
import HTTP
import TestKit
import Testing

/// Standard streams that cannot be used.
@Suite(.fewAtATime)
struct StandardStreamsTests {
    /// A program that serves, and its first arguments.
    enum Program: String, CaseIterable, CustomTestStringConvertible {
        case exporter = "exchangerate-exporter"
        case standIn = "exchangerate-standin"

        var testDescription: String { rawValue }

        var arguments: [String] {
            switch self {
            case .exporter: ["--storage.path=", "--config.file=exporter.yml"]
            case .standIn: []
            }
        }

        var path: String {
            switch self {
            case .exporter: "/-/healthy"
            case .standIn: "/control"
            }
        }
    }

    @Test(arguments: Program.allCases)
    func `no socket gets the number of a stream that is closed, and with it the log`(
        program: Program
    ) async throws {
        let folder = try TemporaryFolder()
        let api = try ReservedPort()
        try folder.write(ExporterConfiguration(api: api.url).yaml, to: "exporter.yml")
        // Without standard error there is no log to tell a port that the system picked.
        let port = try ReservedPort()
        let process = try ChildProcess(
            "/bin/sh",
            [
                "-c", "exec \"$0\" \"$@\" <&- >&- 2>&-", try Built.path(of: program.rawValue),
                "--web.listen-address=127.0.0.1:\(port.port)",
            ] + program.arguments, directory: folder.path)
        let serves = await eventually {
            (try? await Browser.send(.get, port.url + program.path).status) == 200
        }
        #expect(serves)
        for descriptor in 0...2 {
            let file = try FileManager.default.destinationOfSymbolicLink(
                atPath: "/proc/\(process.identifier)/fd/\(descriptor)")
            #expect(file == "/dev/null")
        }
        process.signal(SIGTERM)
        #expect(await process.exitStatus() == 0)
    }

    @Test func `a log that nobody reads holds up no poll, no scrape, no reload and no stop`()
        async throws
    {
        let standIn = try await StandInProcess()
        let folder = try TemporaryFolder()
        try folder.write(ExporterConfiguration(api: standIn.url).yaml, to: "exporter.yml")
        let port = try ReservedPort()
        // A pipe holds 64 KiB, pipe(7).
        let process = try ChildProcess(
            "/bin/sh",
            [
                "-c",
                "mkfifo log && exec 2<>log && head -c 65536 /dev/zero >&2 && exec \"$0\" \"$@\"",
                try Built.path(of: "exchangerate-exporter"), "--config.file=exporter.yml",
                "--web.listen-address=127.0.0.1:\(port.port)", "--log.level=debug",
            ], directory: folder.path)
        func metrics() async throws -> MetricsText {
            MetricsText(try await Browser.send(.get, "\(port.url)/metrics").text)
        }
        #expect(await eventually { (try? await metrics()) != nil })
        try await standIn.waitForPolls(3)
        let name = "exchangerate_config_last_reload_success_timestamp_seconds"
        let before = try await metrics().value(name) ?? 0
        process.signal(SIGHUP)
        #expect(try await eventually { try await metrics().value(name) ?? 0 > before })
        try await standIn.waitForPolls(2)
        process.signal(SIGTERM)
        #expect(await process.exitStatus(within: .seconds(5)) == 0)
    }

    @Test(arguments: [["--help"], ["--version"], ["check-config"]], ["/dev/full", "&-"])
    func `what could not be printed is no success`(
        arguments: [String], target: String
    ) async throws {
        let process = try ChildProcess(
            "/bin/sh",
            ["-c", "exec \"$0\" \"$@\" >\(target)", try Built.path(of: "exchangerate-exporter")]
                + arguments)
        #expect(await process.exitStatus() == 1)
        #expect(process.standardError.contains("standard output"))
    }
}
