import Foundation
import HTTP
import TestKit

/// A daemon that is asked for its pages all the time.
final class ObservedDaemon: Sendable {
    /// It ended before its time.
    struct Ended: Error {}

    /// What was waited for did not come.
    struct Stuck: Error, CustomStringConvertible {
        let purpose: String
        let log: String

        var description: String { "in vain: \(purpose)\n\(log)" }
    }

    let process: ChildProcess
    private let url: String
    private let patience: Duration
    private let refusals: Recorder<String>
    private let asking: Task<Void, Never>

    /// Starts it, and waits until it listens.
    ///
    /// - Parameter patience: how long it may take for what is waited for.
    init(
        _ configuration: ExporterConfiguration, in folder: TemporaryFolder,
        environment: [String: String], patience: Duration
    ) async throws {
        let process = try ExporterProcess.launch(
            configuration, in: folder,
            // A pager knows an incident by the address of the status page among others.
            flags: ["--web.external-url=http://fx.example/"], environment: environment)
        var port: Substring?
        _ = await eventually(every: .milliseconds(20)) {
            port =
                process.standardError.firstMatch(
                    of: /msg="listening".*address=\S*:(\d+)/)?.1
            return port != nil || !process.isRunning
        }
        guard let port else { throw Ended() }
        let url = "http://127.0.0.1:\(port)"
        let refusals = Recorder<String>()
        self.process = process
        self.url = url
        self.patience = patience
        self.refusals = refusals
        asking = Task {
            while !Task.isCancelled, process.isRunning {
                for path in ["/metrics", "/-/healthy"] {
                    guard let refusal = await Self.refusal(of: url + path) else { continue }
                    // A program that is killed takes a moment to be gone.
                    try? await Task.sleep(for: .milliseconds(300))
                    guard !Task.isCancelled, process.isRunning else { break }
                    refusals.note("\(path): \(refusal)")
                }
                try? await Task.sleep(for: .milliseconds(300))
            }
        }
    }

    deinit { asking.cancel() }

    /// What it has logged.
    var log: String { process.standardError }

    /// Pages that it did not give.
    var refusedPages: [String] { refusals.values }

    /// Its page of metrics; an empty one where it does not answer.
    func metrics() async -> MetricsText {
        MetricsText((try? await Browser.send(.get, url + "/metrics"))?.text ?? "")
    }

    /// Waits for a condition, as long as it runs.
    func until(
        _ purpose: String, _ condition: () async throws -> Bool
    ) async throws {
        var holds = false
        _ = try await eventually(within: patience, every: .milliseconds(20)) {
            holds = try await condition()
            return holds || !process.isRunning
        }
        if holds { return }
        throw process.isRunning ? Stuck(purpose: purpose, log: log) : Ended() as any Error
    }

    /// Sends it a signal, and gives the status that it ends with.
    func end(by signal: Int32) async -> Int32? {
        asking.cancel()
        process.signal(signal)
        return await process.exitStatus()
    }

    private static func refusal(of url: String) async -> String? {
        do {
            let response = try await Browser.send(.get, url)
            return response.status == 200 ? nil : "\(response.status)"
        } catch {
            return "\(error)"
        }
    }
}
