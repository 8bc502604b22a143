import Foundation
import HTTP
import Serving
import TestKit
import Testing

/// Clients that are slow, rude or many, with the deadlines and limits that users have.
@Suite(.fewAtATime)
struct BadClientsTests {
    private let standIn: StandInProcess
    private let web: WebFolder

    init() async throws {
        standIn = try await StandInProcess()
        web = try await WebFolder()
    }

    private func exporter(
        isEncrypted: Bool = false, flags: [String] = []
    ) async throws -> ExporterProcess {
        try await ExporterProcess(
            ExporterConfiguration(api: standIn.url),
            flags: flags + (isEncrypted ? [web.write()] : []))
    }

    /// Asks for the page of metrics, and tells how long that took.
    private func scrape(_ exporter: ExporterProcess) async throws -> (MetricsText, Duration) {
        let result = try await web.get(exporter, "/metrics")
        #expect(result.status == 200)
        return (MetricsText(result.text), result.duration)
    }

    /// The number of its open descriptors; the page tells it anew each second.
    private func openDescriptors(of exporter: ExporterProcess) async throws -> Double {
        try #require(try await scrape(exporter).0.value("process_open_fds"))
    }

    @Test(arguments: [false, true])
    func `200 clients that send a byte now and then are cut, and hold up no scrape`(
        isEncrypted: Bool
    ) async throws {
        let exporter = try await exporter(isEncrypted: isEncrypted)
        let before = try await openDescriptors(of: exporter)
        // The beginning of a handshake, or of a request, in the middle of which they stay.
        let beginning: [UInt8] =
            isEncrypted ? [0x16, 0x03, 0x01, 0x40, 0x00, 0x01] : Array("GET /".utf8)
        let start = ContinuousClock.now
        let slow = try (0..<200).map { _ in
            let client = try RawConnection(port: exporter.port)
            client.send(beginning)
            return client
        }
        let areThere = try await eventually(within: .seconds(20), every: .milliseconds(200)) {
            // Its own come and go: of a poll, or of the start.
            try await openDescriptors(of: exporter) >= before + 190
        }
        #expect(areThere)
        // One that has asked, and asks no more for longer than a request may take.
        let idle = try FuzzConnection(port: exporter.port, isEncrypted: isEncrypted)
        #expect(await Self.status(over: idle) == 200)
        var times: [Duration] = []
        for _ in 0..<9 { times.append(try await scrape(exporter).1) }
        // 100 ms on a machine that has nothing else to do.
        #expect(times.sorted()[4] < .seconds(1) * Sanitizer.slowness, "\(times)")
        let areCut = try await eventually(within: .seconds(90), every: .seconds(1)) {
            for client in slow { client.send([0x61]) }
            return try await openDescriptors(of: exporter) <= before + 3
        }
        #expect(areCut)
        let duration = ContinuousClock.now - start
        #expect(
            duration >= .seconds(30) && duration < .seconds(80) * Sanitizer.slowness, "\(duration)")
        for client in slow { #expect(client.ends(within: .seconds(10))) }
        #expect(await Self.status(over: idle) == 200)
        await exporter.stop()
    }

    /// Asks over a connection, which stays; nil where no answer comes.
    private static func status(over connection: FuzzConnection) async -> Int? {
        let before = connection.received.count
        connection.send(Array("GET /-/healthy HTTP/1.1\r\nHost: h\r\n\r\n".utf8))
        var answers: [AnswerStream.Answer] = []
        _ = await eventually(within: .seconds(20)) {
            _ = connection.take()
            let bytes = Array(connection.received.dropFirst(before))
            answers = (try? AnswerStream(bytes, methods: ["GET"]))?.answers ?? []
            return !answers.isEmpty || connection.hasEnded
        }
        return answers.first?.status
    }

    @Test func `of too many idle clients the oldest go, and whoever asks is answered`()
        async throws
    {
        // The test has as many open as the exporter.
        DescriptorLimit.raise()
        let exporter = try await exporter()
        let before = try await openDescriptors(of: exporter)
        // The limit is 512, and from seven eighths of it on each new one ends the oldest.
        let idle = try (0..<700).map { _ in
            let client = try RawConnection(port: exporter.port)
            client.send("GET /-/healthy HTTP/1.1\r\nHost: h\r\n\r\n")
            #expect(try client.readResponse().status == 200)
            return client
        }
        #expect(try await exporter.get("/metrics").status == 200)
        #expect(try await openDescriptors(of: exporter) <= before + 512)
        for client in idle.prefix(150) { #expect(client.ends(within: .seconds(10))) }
        for client in idle.suffix(300) {
            client.send("GET /-/healthy HTTP/1.1\r\nHost: h\r\n\r\n")
            #expect(try client.readResponse().status == 200)
        }
        await exporter.stop()
    }

    @Test func `scrapes that nobody reads hold their places for a minute, and no longer`()
        async throws
    {
        let exporter = try await exporter(flags: ["--web.max-requests=5"])
        let start = ContinuousClock.now
        let readers = try (0..<5).map { _ in
            let client = try RawConnection(port: exporter.port, receiveBuffer: 2048)
            client.send("GET /metrics HTTP/1.1\r\nHost: h\r\n\r\n")
            try client.waitForBytes(within: .seconds(60))
            return client
        }
        let lastStart = ContinuousClock.now
        let refusal = try await exporter.get("/metrics")
        #expect(refusal.status == 503)
        #expect(refusal.headers["Retry-After"] == "1")
        #expect(try await exporter.get("/").status == 200)
        #expect(try await exporter.get("/-/healthy").status == 200)
        let isFree = try await eventually(within: .seconds(120), every: .milliseconds(500)) {
            try await exporter.get("/metrics").status == 200
        }
        #expect(isFree)
        let duration = ContinuousClock.now - start
        #expect(
            duration >= .seconds(60) && duration < .seconds(110) * Sanitizer.slowness, "\(duration)"
        )
        // Whoever reads on before the time of the last is over has its page, and stays.
        try await Task.sleep(until: lastStart + .seconds(70))
        for reader in readers { #expect(reader.ends(within: .seconds(10))) }
        await exporter.stop()
    }

    @Test(arguments: [false, true])
    func `a thousand resets leave no descriptor behind`(isEncrypted: Bool) async throws {
        let exporter = try await exporter(isEncrypted: isEncrypted)
        let before = try await openDescriptors(of: exporter)
        for index in 0..<1000 {
            let client = try RawConnection(port: exporter.port, receiveBuffer: 2048)
            if isEncrypted {
                if index % 2 == 0 { client.send([0x16, 0x03, 0x01, 0x02, 0x00, 0x01]) }
            } else {
                client.send("GET /metrics HTTP/1.1\r\nHost: h\r\n\r\n")
                _ = try client.readSome()
            }
            client.resetOnClose()
        }
        let areGone = try await eventually(within: .seconds(60), every: .milliseconds(200)) {
            try await openDescriptors(of: exporter) <= before + 2
        }
        #expect(areGone)
        await exporter.stop()
    }

    static let refused: [(name: String, request: String, status: Int)] = [
        (
            "a head that is too large",
            "GET / HTTP/1.1\r\nHost: h\r\nX: \(String(repeating: "x", count: 13_000))\r\n\r\n", 431
        ),
        (
            "a body where none belongs",
            "GET /metrics HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\n12345", 413
        ),
        (
            "a body without a length",
            "POST /-/reload HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n", 413
        ),
        (
            "two lengths",
            "GET / HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\nContent-Length: 5\r\n\r\n", 400
        ),
        (
            "a length and chunks",
            "GET / HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\nTransfer-Encoding: chunked\r\n\r\n",
            400
        ),
        (
            "a body of which a byte comes now and then",
            "GET /metrics HTTP/1.1\r\nHost: h\r\nContent-Length: 1000\r\n\r\n1", 413
        ),
        (
            "a body that waits to be asked for",
            "POST /-/reload HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n"
                + "Expect: 100-continue\r\n\r\n", 413
        ),
        (
            "250 header fields",
            "GET / HTTP/1.1\r\nHost: h\r\n\(String(repeating: "X: y\r\n", count: 250))\r\n", 431
        ),
        (
            "7,000 arguments",
            "GET /?\(String(repeating: "a&", count: 7000)) HTTP/1.1\r\nHost: h\r\n\r\n", 431
        ),
        (
            "a target that is too large",
            "GET /\(String(repeating: "x", count: 40_000)) HTTP/1.1\r\nHost: h\r\n\r\n", 414
        ),
        ("no host", "GET / HTTP/1.1\r\n\r\n", 400),
        ("another method", "DELETE /metrics HTTP/1.1\r\nHost: h\r\n\r\n", 405),
        ("a NUL in the path", "GET /metrics\0/../ HTTP/1.1\r\nHost: h\r\n\r\n", 400),
    ]

    @Test func `what is malformed or too large is refused, and the connection ends`()
        async throws
    {
        let exporter = try await exporter()
        for (name, request, status) in Self.refused {
            let client = try RawConnection(port: exporter.port)
            client.send(request)
            #expect(try client.readResponse().status == status, "\(name)")
            #expect(client.ends(within: .seconds(20)), "\(name)")
        }
        #expect(try await exporter.get("/-/healthy").status == 200)
        await exporter.stop()
    }
}
