import HTTP
import TestKit
import Testing

/// What a process with few descriptors does.
@Suite(.fewAtATime)
struct DescriptorLimitTests {
    @Test func `clients cannot take the last descriptor, and honest ones are served`() async throws
    {
        let standIn = try await StandInProcess()
        let exporter = try await ExporterProcess(
            ExporterConfiguration(api: standIn.url), limits: "ulimit -n 128")
        var holders: [RawConnection] = []
        for _ in 0..<200 {
            let holder = try RawConnection(port: exporter.port)
            holder.send("GET /metr")
            holders.append(holder)
        }
        let page = try await exporter.metrics()
        #expect(page.value("process_max_fds") == 128)
        #expect(page.value("process_open_fds") ?? 128 < 124)
        // What needs descriptors goes on beside them: polls, and libdispatch's look at its threads.
        _ = try await exporter.metrics("polls go on") { $0.goodPolls() > page.goodPolls() + 4 }
        #expect(try await exporter.get("/-/healthy").status == 200)
        withExtendedLifetime(holders) {}
        await exporter.stop()
    }

    @Test func `a limit too small to work with ends the start, and says what to do`() async throws {
        let folder = try TemporaryFolder()
        let exporter = try ExporterProcess.launch(
            ExporterConfiguration(api: "http://127.0.0.1:9"), in: folder, limits: "ulimit -n 64")
        #expect(await exporter.exitStatus() == 1)
        #expect(exporter.standardError.contains("may open 64 files, which is too few"))
        #expect(exporter.standardError.contains("ulimit -n"))
    }
}
