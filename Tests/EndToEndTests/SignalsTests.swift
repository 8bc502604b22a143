import Glibc
import TestKit
import Testing

/// What signals do.
@Suite(.fewAtATime)
struct SignalsTests {
    @Test(arguments: [SIGTERM, SIGINT], ["", "hang", "drip"])
    func `a signal ends it with 0 within 5 s, also while a poll hangs`(
        signal: Int32, fault: String
    ) async throws {
        let standIn = try await StandInProcess()
        if !fault.isEmpty { try await standIn.add(fault: fault) }
        let exporter = try await ExporterProcess(
            ExporterConfiguration(api: standIn.url, apiKeys: ["timeout: 60s"], interval: "5m"))
        let isPolled = try await eventually { try await !standIn.requests().isEmpty }
        #expect(isPolled)
        // An open connection must not hold it up either.
        let idle = try RawConnection(port: exporter.port)
        idle.send("GET /metrics HTTP/1.1\r\n")
        let start = ContinuousClock.now
        exporter.process.signal(signal)
        #expect(await exporter.process.exitStatus() == 0)
        #expect(ContinuousClock.now - start < .seconds(5) * Sanitizer.slowness)
        #expect(exporter.log.contains("msg=\"stopped\""), "\(exporter.log)")
    }

    @Test(arguments: 0..<6)
    func `a signal in the first moments ends it as well, however early`(round: Int) async throws {
        var generator = SeededGenerator(seed: UInt64(round))
        let silent = try ReservedPort()
        let folder = try TemporaryFolder()
        for _ in 0..<10 {
            let exporter = try ExporterProcess.launch(
                ExporterConfiguration(api: silent.url), in: folder,
                flags: ["--storage.path="])
            // Real time on purpose: what is looked for lies between two events that cannot be seen.
            try await Task.sleep(for: .milliseconds(.random(in: 5...60, using: &generator)))
            exporter.signal(SIGTERM)
            let status = await exporter.exitStatus(within: .seconds(5))
            // Before the program itself begins, the system ends it.
            let isTooEarly = status == -SIGTERM && exporter.standardError.isEmpty
            #expect(status == 0 || isTooEarly, "\(exporter.standardError)")
        }
    }

    @Test(arguments: 0..<6)
    func `a signal after the first word ends it with 0`(round: Int) async throws {
        let silent = try ReservedPort()
        let folder = try TemporaryFolder()
        for _ in 0..<10 {
            let exporter = try ExporterProcess.launch(
                ExporterConfiguration(api: silent.url), in: folder)
            _ = await exporter.line(containing: "msg=")
            exporter.signal(SIGTERM)
            #expect(await exporter.exitStatus(within: .seconds(5)) == 0)
            #expect(exporter.standardError.contains("msg=\"stopped\""))
        }
    }

    @Test(arguments: [("run", Int32(0)), ("check-config", -SIGTERM)])
    func `a signal ends it also while its configuration cannot be read`(
        command: String, status: Int32
    ) async throws {
        let folder = try TemporaryFolder()
        let file = folder.path(of: "pipe")
        let isMade = mkfifo(file, 0o600) == 0
        try #require(isMade)
        var exporter: ChildProcess
        var writer: Int32 = -1
        // It gives a pipe up after a while, which a busy machine may let pass.
        var tries = 0
        repeat {
            tries += 1
            exporter = try ExporterProcess.run([command, "--config.file=\(file)"], in: folder)
            // Until it waits for a writer, who can then open the pipe without waiting.
            _ = await eventually(within: .seconds(20), every: .milliseconds(5)) {
                writer = open(file, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
                return writer >= 0 || !exporter.isRunning
            }
        } while writer < 0 && tries < 5
        defer { close(writer) }
        try #require(writer >= 0)
        exporter.signal(SIGTERM)
        #expect(await exporter.exitStatus(within: .seconds(5)) == status)
    }

    @Test func `a reader of the log that goes away does not end it`() async throws {
        let standIn = try await StandInProcess()
        let exporter = try await ExporterProcess(ExporterConfiguration(api: standIn.url))
        exporter.process.signal(SIGPIPE)
        let before = try await exporter.metrics().goodPolls()
        _ = try await exporter.metrics("polls go on") { $0.goodPolls() > before }
    }
}
