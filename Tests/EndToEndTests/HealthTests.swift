import Foundation
import TestKit
import Testing

/// `health`, beside a daemon that runs, and beside none.
@Suite(.fewAtATime)
struct HealthTests {
    private let web: WebFolder
    private let folder: TemporaryFolder

    init() async throws {
        web = try await WebFolder()
        folder = try TemporaryFolder()
    }

    @Test(arguments: [false, true])
    func `a daemon that works is healthy, also behind TLS and a password`(isEncrypted: Bool)
        async throws
    {
        let standIn = try await StandInProcess()
        let flag = try web.write(tlsKeys: isEncrypted ? [] : nil, WebFolder.users)
        let exporter = try await ExporterProcess(
            ExporterConfiguration(api: standIn.url), flags: [flag])
        let address = "--web.listen-address=127.0.0.1:\(exporter.port)"
        let health = try ExporterProcess.run(["health", address, flag], in: folder)
        #expect(await health.exitStatus() == 0)
        #expect(health.standardOutput == "127.0.0.1:\(exporter.port): healthy\n")
        await exporter.stop()
        let after = try ExporterProcess.run(["health", address, flag], in: folder)
        #expect(await after.exitStatus() == 1)
        #expect(after.standardError.contains("cannot be reached: Connection refused"))
    }

    @Test(arguments: [
        (true, "it answers by TLS: pass the --web.config.file that it was started with"),
        (false, "it answers without TLS: it was started with another --web.config.file, or none"),
    ])
    func `who asks in the wrong way is told how to ask`(
        isEncrypted: Bool, cure: String
    ) async throws {
        let standIn = try await StandInProcess()
        let flag = try web.write()
        let exporter = try await ExporterProcess(
            ExporterConfiguration(api: standIn.url), flags: isEncrypted ? [flag] : [])
        let address = "--web.listen-address=127.0.0.1:\(exporter.port)"
        let health = try ExporterProcess.run(
            ["health", address] + (isEncrypted ? [] : [flag]), in: folder)
        #expect(await health.exitStatus() == 1)
        #expect(health.standardOutput == "")
        #expect(health.standardError.hasSuffix("; \(cure)\n"), "\(health.standardError)")
        await exporter.stop()
    }

    @Test func `a daemon that hangs is not healthy`() async throws {
        let standIn = try await StandInProcess()
        let exporter = try await ExporterProcess(ExporterConfiguration(api: standIn.url))
        exporter.process.signal(SIGSTOP)
        let health = try ExporterProcess.run(
            ["health", "--web.listen-address=127.0.0.1:\(exporter.port)"], in: folder)
        #expect(await health.exitStatus() == 1)
        #expect(health.standardError.contains("gave no answer in time"))
        exporter.process.signal(SIGCONT)
        await exporter.stop()
    }
}
