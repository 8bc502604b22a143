import ExchangeRateURLSession
import HTTP
import TestKit
import Testing

@Suite(.byTheClock) struct URLSessionTransportBodyTests {
    private let transport = URLSessionTransport()

    @Test func `a chunked body is put together`() async throws {
        let server = try LoopbackServer(
            .send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"),
            .send("3\r\nabc\r\n"), .send("2\r\nde\r\n0\r\n\r\n"))
        defer { server.stop() }
        #expect(try await transport.send(.get(server.url)).body == Array("abcde".utf8))
    }

    @Test func `an interim answer is not the answer`() async throws {
        let server = try LoopbackServer(
            .send("HTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\n" + answer("ok")))
        defer { server.stop() }
        let response = try await transport.send(.get(server.url))
        #expect(response.status == 200)
        #expect(response.headers["Link"] == nil)
        #expect(response.body == Array("ok".utf8))
    }

    @Test(arguments: [(9, true), (10, false), (11, false), (0, true)])
    func `a body is cut at the limit, and one of just that size is not`(
        limit: Int, isTruncated: Bool
    ) async throws {
        let server = try LoopbackServer(.send(answer("0123456789")))
        defer { server.stop() }
        let response = try await transport.send(.get(server.url, bodyLimit: limit))
        #expect(response.isBodyTruncated == isTruncated)
        #expect(response.body == Array("0123456789".utf8.prefix(limit)))
    }

    @Test func `an endless body is cut at the limit, and its connection ended`() async throws {
        let server = try LoopbackServer(
            .send("HTTP/1.1 200 OK\r\n\r\n"), .sendForever([UInt8](repeating: 65, count: 65_536)))
        defer { server.stop() }
        let response = try await transport.send(.get(server.url))
        #expect(response.isBodyTruncated)
        #expect(response.body.count == 1 << 20)
        #expect(await eventually { server.openConnectionCount == 0 })
    }

    @Test func `an endless body of a redirect ends with the time`() async throws {
        let server = try LoopbackServer(
            .send("HTTP/1.1 302 Found\r\nLocation: /\r\n\r\n"),
            .drip([UInt8](repeating: 65, count: 10_000), every: .milliseconds(10)))
        defer { server.stop() }
        let error = await transport.failure(
            of: .get(server.url, timeout: .milliseconds(500), bodyLimit: 10))
        #expect(error?.kind == .timeout, "\(String(describing: error))")
        #expect(await eventually { server.openConnectionCount == 0 })
    }

    @Test func `a compressed body is counted as unfolded`() async throws {
        let text = String(repeating: "rates ", count: 10_000)
        let packed = gzip([Array(text.utf8)])
        #expect(packed.count < 1000)
        let server = try LoopbackServer(.send(gzipHead(length: packed.count)), .send(packed))
        defer { server.stop() }
        let whole = try await transport.send(.get(server.url))
        #expect(whole.body == Array(text.utf8))
        let cut = try await transport.send(.get(server.url, bodyLimit: 5000))
        #expect(cut.isBodyTruncated)
        #expect(cut.body == Array(text.utf8.prefix(5000)))
    }

    /// In a process of its own, since memory is the whole process's.
    @Test func `a little gzip that unfolds to a lot is cut at the limit with flat memory`()
        async
    {
        await #expect(processExitsWith: .success) {
            let bomb = gzip(
                Array(repeating: [UInt8](repeating: 0, count: 1 << 20), count: 256), level: 9)
            try #require(bomb.count < 400_000)
            let server = try LoopbackServer(.send(gzipHead(length: bomb.count)), .send(bomb))
            let transport = URLSessionTransport()
            let before = try #require(try peakMemory())
            let response = try await transport.send(.get(server.url))
            try #require(response.isBodyTruncated)
            try #require(response.body.count == 1 << 20)
            // The whole would be 256 MB.
            try #require(try #require(try peakMemory()) - before < 96 << 20)
        }
    }

    @Test(arguments: ["br", "zstd", "gzip, br", "unheard-of"])
    func `an encoding that was not asked for is an error that keeps the head`(
        encoding: String
    ) async throws {
        let server = try LoopbackServer(
            .send(
                answer("abc", status: "503 No", headers: "Content-Encoding: \(encoding)\r\n")))
        defer { server.stop() }
        let error = await transport.failure(of: .get(server.url))
        #expect(error?.kind == .interrupted)
        #expect(error?.head?.status == 503)
        #expect(error?.head?.headers["Content-Encoding"] == encoding)
    }

    @Test func `a body that is no gzip is an error that keeps the head`() async throws {
        let server = try LoopbackServer(.send(gzipHead(length: 3)), .send("abc"))
        defer { server.stop() }
        let error = await transport.failure(of: .get(server.url))
        #expect(error?.kind == .interrupted)
        #expect(error?.head?.status == 200)
    }
}
