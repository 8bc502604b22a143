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
        var killCount = 0
        var isWatched = true
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

    /// How often a course has killed it.
    var killCount: Int { state.withLock(\.killCount) }

    /// Ends the daemon without a word, and starts it again.
    func killAndRestart() async throws {
        await exporter.kill()
        state.withLock { $0.killCount += 1 }
        try await restart()
    }

    /// Starts the daemon, and ends it in its first moments.
    func killStart() async throws {
        let process = try ExporterProcess.launch(
            configuration, in: folder, environment: environment)
        // Real time on purpose: each hits another step of the start.
        try await Task.sleep(for: .milliseconds(5 + 10 * (killCount % 10)))
        process.signal(SIGKILL)
        #expect(await process.exitStatus() == -SIGKILL)
        state.withLock { $0.killCount += 1 }
    }

    /// Lets the machine sleep for a minute.
    func sleep() async throws {
        let slept = clock.suspended + .seconds(60)
        try await api.setClock(ahead: "\(slept.components.seconds)s")
        try clock.suspend(for: .seconds(60))
    }

    /// Does something again and again, as long as the daemon is watched.
    func repeatedly(every pause: Duration, _ act: () async throws -> Void) async throws {
        while !Task.isCancelled, state.withLock(\.isWatched) {
            try await act()
            try await Task.sleep(for: pause)
        }
    }

    /// Ends what is done again and again.
    func endWatch() { state.withLock { $0.isWatched = false } }

    /// Whether one of a few requests at once gets no answer.
    func leavesRequestsUnanswered() throws -> Bool {
        guard let connections = try? (0..<8).map({ _ in try RawConnection(port: exporter.port) })
        else { return true }
        for connection in connections {
            connection.send("GET /-/healthy HTTP/1.1\r\nHost: x\r\n\r\n")
        }
        let end = ContinuousClock.now + .seconds(2)
        return connections.contains { connection in
            (try? connection.readResponse(within: ContinuousClock.now.duration(to: end))) == nil
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
        let status = await process.exitStatus()
        try #require(status == 0, "\(process.standardError) \(exporter.log)")
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
