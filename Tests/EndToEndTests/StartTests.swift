import Foundation
import HTTP
import TestKit
import Testing

/// How a start goes, and how it fails.
@Suite(.fewAtATime)
struct StartTests {
    @Test func `a port in use ends the start within a second, naming the address`() async throws {
        let first = try await ExporterProcess(
            ExporterConfiguration(api: try ReservedPort().url, interval: "5m"))
        let folder = try TemporaryFolder()
        // The quickest counts: on a machine that is busy any one may be held up.
        let limit = Duration.seconds(1) * Sanitizer.slowness
        var quickest = Duration.seconds(60)
        for _ in 0..<10 where quickest >= limit {
            let start = ContinuousClock.now
            let second = try ExporterProcess.launch(
                ExporterConfiguration(api: "http://127.0.0.1:9"), in: folder,
                flags: ["--web.listen-address=127.0.0.1:\(first.port)"])
            #expect(await second.exitStatus() == 1)
            quickest = min(quickest, ContinuousClock.now - start)
            let error = "127.0.0.1:\(first.port): address already in use"
            #expect(second.standardError.contains(error))
        }
        #expect(quickest < limit)
    }

    @Test func `a port in use leaves the state as it was`() async throws {
        let standIn = try await StandInProcess()
        let first = try await ExporterProcess(
            ExporterConfiguration(api: standIn.url, interval: "5m"))
        let second = try ExporterProcess.launch(
            ExporterConfiguration(api: standIn.url), in: try TemporaryFolder(),
            flags: ["--web.listen-address=127.0.0.1:\(first.port)"])
        #expect(await second.exitStatus() == 1)
        _ = try await first.metrics("the first poll") { $0.goodPolls() > 0 }
        #expect(try await standIn.requests().count == 1, "only the first one has polled")
    }

    @Test func `a bad configuration ends the start with all its errors, and nothing is started`()
        async throws
    {
        let standIn = try await StandInProcess()
        let folder = try TemporaryFolder()
        let file = try folder.write(
            """
            api: {url: \(standIn.url)}
            pol: {interval: 5m}
            poll: {interval: fast}
            rates: [{base: EURO}]
            """, to: "exporter.yml")
        let process = try ExporterProcess.run(
            [
                "--config.file=\(file)", "--storage.path=\(folder.path(of: "state"))",
                "--web.listen-address=127.0.0.1:0",
            ], in: folder)
        #expect(await process.exitStatus() == 1)
        for place in ["\(file):2:1", "\(file):3:18", "\(file):4:16"] {
            #expect(process.standardError.contains(place), "\(process.standardError)")
        }
        #expect(!process.standardError.contains("listening"))
        #expect(!FileManager.default.fileExists(atPath: folder.path(of: "state")))
        #expect(try await standIn.requests().isEmpty)
    }

    @Test func `a configuration that is missing ends the start by its name`() async throws {
        let folder = try TemporaryFolder()
        let process = try ExporterProcess.run(["--config.file=nowhere.yml"], in: folder)
        #expect(await process.exitStatus() == 1)
        #expect(process.standardError.contains("nowhere.yml"))
    }

    @Test(arguments: [
        ["--wrong.flag"], ["--web.listen-address=localhost"], ["--web.telemetry-path="],
        ["--log.level=loud"], ["--config.file"], ["fetch"], ["fetch", "EURO"], ["dance"],
        ["--web.max-requests=-1"],
    ])
    func `wrong usage is told on standard error`(arguments: [String]) async throws {
        let process = try ExporterProcess.run(arguments, in: try TemporaryFolder())
        #expect(await process.exitStatus() == 2)
        #expect(process.standardOutput == "")
        #expect(process.standardError.contains("error"))
    }

    @Test(arguments: [
        ("::1:9090", "write [::1]:9090"),
        ("2001:db8::1:0", "needs brackets around an IPv6 address"),
        ("localhost", "localhost:PORT"), ("example.com:9090", "which is no IP address"),
        ("127.0.0.1:99999", "a port is a number from 0 to 65535"), ("9090", "write :9090"),
        ("unix:socket", "write unix:/path"),
    ])
    func `an address that it cannot listen at is refused, with the form to use`(
        address: String, advice: String
    ) async throws {
        let process = try ExporterProcess.run(
            ["--web.listen-address=\(address)"], in: try TemporaryFolder())
        #expect(await process.exitStatus() == 2)
        #expect(process.standardError.contains(advice), "\(process.standardError)")
        #expect(process.standardError.contains("\"\(address)\""), "\(process.standardError)")
    }

    @Test(arguments: [
        (["--help"], "usage: exchangerate-exporter"),
        (["--version"], "exchangerate-exporter, version "),
        (["fetch", "--help"], "usage: exchangerate-exporter"),
    ])
    func `what is asked for goes to standard output`(
        arguments: [String], beginning: String
    ) async throws {
        let process = try ExporterProcess.run(arguments, in: try TemporaryFolder())
        #expect(await process.exitStatus() == 0)
        #expect(process.standardOutput.hasPrefix(beginning), "\(process.standardOutput)")
        #expect(process.standardError == "")
    }

    @Test func `an API that is down at the start is polled until it comes`() async throws {
        let port = try ReservedPort()
        let exporter = try await ExporterProcess(ExporterConfiguration(api: port.url))
        let down = try await exporter.metrics("polls fail") {
            $0.failedPolls(because: "connect") > 1
        }
        #expect(down.series("exchangerate_rate").isEmpty)
        #expect(try await exporter.get("/-/ready").status == 503)
        let standIn = try await StandInProcess(port: port.port)
        let up = try await exporter.metrics("rates come") { $0.goodPolls() > 0 }
        #expect(up.series("exchangerate_rate").count == 3)
        #expect(try await exporter.get("/-/ready").status == 200)
        #expect(exporter.log.contains("polls succeed again"))
        await standIn.stop()
    }

    @Test(arguments: ["127.0.0.1:0", "[::1]:0", ":0", "localhost:0"])
    func `it listens where it is told to, and logs the port that it got`(
        address: String
    ) async throws {
        let folder = try TemporaryFolder()
        let process = try ExporterProcess.launch(
            ExporterConfiguration(api: try ReservedPort().url, interval: "5m"), in: folder,
            flags: ["--web.listen-address=\(address)"])
        let line = try #require(await process.line(containing: "listening"))
        let port = try #require(line.split(separator: ":").last.flatMap { UInt16($0) })
        #expect(port > 0)
        if address != "[::1]:0" {
            let url = "http://127.0.0.1:\(port)/-/healthy"
            #expect(try await Browser.send(.get, url).status == 200)
        }
        if address == "[::1]:0" || address == ":0" {
            let url = "http://[::1]:\(port)/-/healthy"
            #expect(try await Browser.send(.get, url).status == 200)
        }
        process.signal(SIGTERM)
        #expect(await process.exitStatus() == 0)
    }

    @Test func `another path of the metrics is served instead of the usual one`() async throws {
        let exporter = try await ExporterProcess(
            ExporterConfiguration(api: try ReservedPort().url, interval: "5m"),
            flags: ["--web.telemetry-path=/numbers"])
        #expect(try await exporter.get("/numbers").status == 200)
        #expect(try await exporter.get("/metrics").status == 404)
        #expect(try await exporter.get("/").text.contains("href=\"./numbers\""))
    }
}
