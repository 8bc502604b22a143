import Foundation
import HTTP
import TestKit
import Testing

/// The exporter, running.
final class ExporterProcess: Sendable {
    /// Holds its configuration and its state.
    let folder: TemporaryFolder
    let process: ChildProcess
    /// `http://127.0.0.1:PORT`, or `https` where it serves TLS.
    let url: String
    let port: UInt16

    /// Starts it, and waits until it listens.
    ///
    /// - Parameters:
    ///   - folder: that of a former run, to go on from its state.
    ///   - limits: what a shell does before it becomes the exporter, such as `ulimit -n 64`.
    init(
        _ configuration: ExporterConfiguration, in folder: TemporaryFolder? = nil,
        flags: [String] = [], environment: [String: String] = [:], limits: String? = nil
    ) async throws {
        let folder = try folder ?? TemporaryFolder()
        self.folder = folder
        process = try Self.launch(
            configuration, in: folder, flags: flags, environment: environment,
            limits: limits)
        let isJSON = flags.contains("--log.format=json")
        let line = try #require(
            await process.line(containing: isJSON ? #""msg":"listening""# : #"msg="listening""#),
            "the exporter does not listen: \(process.standardError)")
        let address = try #require(line.firstMatch(of: /address"?[=:]"?([^ ",]+)/)?.1)
        port = try #require(UInt16(address.split(separator: ":").last ?? ""))
        let isEncrypted = line.contains(isJSON ? #""tls":"yes""# : "tls=yes")
        url = "\(isEncrypted ? "https" : "http")://127.0.0.1:\(port)"
    }

    /// Starts it, and waits for nothing.
    static func launch(
        _ configuration: ExporterConfiguration, in folder: TemporaryFolder, flags: [String] = [],
        environment: [String: String] = [:], limits: String? = nil
    ) throws -> ChildProcess {
        let file = try folder.write(configuration.yaml, to: "exporter.yml")
        var arguments = ["--config.file=\(file)"]
        // A flag that is no list may stand there once.
        if !flags.contains(where: { $0.hasPrefix("--storage.path") }) {
            arguments.append("--storage.path=\(folder.path(of: "state"))")
        }
        if !flags.contains(where: { $0.hasPrefix("--web.listen-address") }) {
            arguments.append("--web.listen-address=127.0.0.1:0")
        }
        arguments += flags
        guard let limits else {
            return try run(arguments, environment: environment, in: folder)
        }
        let program = try Built.path(of: "exchangerate-exporter")
        let limited = ["-c", "\(limits) && exec \"$0\" \"$@\"", program]
        return try ChildProcess(
            "/bin/sh", limited + arguments,
            environment: ChildProcess.quietEnvironment.merging(environment) { $1 },
            directory: folder.path)
    }

    /// Runs it with just these arguments.
    static func run(
        _ arguments: [String], environment: [String: String] = [:], in folder: TemporaryFolder
    ) throws -> ChildProcess {
        try ChildProcess(
            try Built.path(of: "exchangerate-exporter"), arguments,
            environment: ChildProcess.quietEnvironment.merging(environment) { $1 },
            directory: folder.path)
    }

    /// All that it has logged so far.
    var log: String { process.standardError }

    /// Asks it for a path.
    func get(_ path: String, headers: [String: String] = [:]) async throws -> HTTPResponse {
        try await Browser.send(.get, url + path, headers: headers)
    }

    /// Its page of metrics.
    func metrics() async throws -> MetricsText {
        MetricsText(try await get("/metrics").text)
    }

    /// The first page of metrics for which a condition holds.
    func metrics(
        _ purpose: Comment, within limit: Duration = .seconds(20),
        sourceLocation: SourceLocation = #_sourceLocation,
        where condition: (MetricsText) -> Bool
    ) async throws -> MetricsText {
        var page = MetricsText("")
        let holds = try await eventually(within: limit, every: .milliseconds(50)) {
            page = try await metrics()
            return condition(page)
        }
        try #require(
            holds, "\(purpose): \(log)\n\(page.text)", sourceLocation: sourceLocation)
        return page
    }

    /// Asks it to end, and waits until it has.
    func stop() async {
        process.signal(SIGTERM)
        #expect(await process.exitStatus() == 0)
    }

    /// Ends it without a word, and waits until it has ended.
    func kill() async {
        process.signal(SIGKILL)
        #expect(await process.exitStatus() == -SIGKILL)
    }
}
