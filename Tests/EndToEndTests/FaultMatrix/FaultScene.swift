import Foundation
import Synchronization
import TestKit
import Testing

/// A daemon in the middle of an alert, with all that can go wrong around it.
final class FaultScene: Sendable {
    private struct State {
        var exporter: ExporterProcess
        /// What ends when a fault ends.
        var held: [HeldConnection] = []
    }

    let api: StandInProcess
    /// The receiver that faults hit.
    let oncall: ReceiverServer
    /// One that is always well.
    let backup: ReceiverServer
    let disk: FaultyDisk
    let clock: MovedClock
    private let configuration: ExporterConfiguration
    private let folder: TemporaryFolder
    private let environment: [String: String]
    private let state: Mutex<State>

    /// Starts everything, and waits until both receivers know that EUR is stale.
    init() async throws {
        api = try await StandInProcess(["--log=none"])
        (oncall, backup) = (try ReceiverServer(), try ReceiverServer())
        folder = try TemporaryFolder()
        disk = try await FaultyDisk(at: folder.path(of: "state"))
        clock = try await MovedClock()
        // Each stands between the program and other calls.
        environment = disk.environment.merging(clock.environment) { "\($0) \($1)" }
        try await api.freeze(base: "EUR")
        var configuration = ExporterConfiguration.paging(
            api, to: ReceiverConfiguration(url: oncall.url, keys: ["timeout: 2s"]),
            ReceiverConfiguration("backup", url: backup.url))
        configuration.apiKeys = ["timeout: 2s"]
        configuration.rates = ["USD": ["GBP", "JPY"], "EUR": ["CHF"]]
        self.configuration = configuration
        state = Mutex(
            State(
                exporter: try await ExporterProcess(
                    configuration, in: folder, environment: environment)))
        for receiver in [oncall, backup] { _ = try await receiver.taken(1) }
        try await api.waitForPolls()
    }

    var exporter: ExporterProcess { state.withLock(\.exporter) }

    /// The number of the process.
    var process: Int32 { exporter.process.identifier }

    /// Starts the daemon again, on the state that it has left.
    func restart() async throws {
        let next = try await ExporterProcess(
            configuration, in: folder, environment: environment)
        state.withLock { $0.exporter = next }
    }

    /// Ends the daemon without a word, and starts it again.
    func killAndRestart() async throws {
        await exporter.kill()
        try await restart()
    }

    /// Starts the daemon again and again, and ends it each time in its first moments.
    func killStarts(_ count: Int) async throws {
        for round in 0..<count {
            let process = try ExporterProcess.launch(
                configuration, in: folder, environment: environment)
            // Real time on purpose: each hits another step of the start.
            try await Task.sleep(for: .milliseconds(5 + 10 * round))
            process.signal(SIGKILL)
            _ = await process.exitStatus()
        }
    }

    /// Opens connections that send a text, read nothing, and stay until the fault ends.
    func holdConnections(_ count: Int, sending text: String) throws {
        for _ in 0..<count {
            let connection = try HeldConnection(port: exporter.port, sending: text)
            state.withLock { $0.held.append(connection) }
        }
    }

    /// Closes them.
    func releaseConnections() { state.withLock { $0.held = [] } }

    /// Sets a limit of the running daemon by prlimit(1).
    func limit(_ limit: String) async throws {
        let process = try ChildProcess(
            "/usr/bin/env", ["prlimit", "--pid=\(process)", limit])
        try #require(await process.exitStatus() == 0, "\(process.standardError)")
    }
}

/// A connection that has sent a text, and reads nothing.
private final class HeldConnection: Sendable {
    private let descriptor: Int32

    init(port: UInt16, sending text: String) throws {
        let connection = try RawConnection(port: port, receiveBuffer: 4096)
        connection.send(text)
        descriptor = dup(connection.descriptor)
        try #require(descriptor >= 0)
    }

    deinit { close(descriptor) }
}
