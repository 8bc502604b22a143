import CZlib
import HTTP
import TestKit
import Testing
import Transport

@Suite(.byTheClock) struct CurlTransportBodyTests {
    private let transport: CurlTransport

    init() throws {
        transport = try CurlTransport()
    }

    @Test func `a chunked body is put together, and its trailers are no headers`() async throws {
        let server = try LoopbackServer(
            .send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Late\r\n\r\n"),
            .send("3\r\nabc\r\n"), .send("2\r\nde\r\n0\r\nX-Late: 1\r\n\r\n"))
        defer { server.stop() }
        let response = try await transport.send(.get(server.url))
        #expect(response.body == Array("abcde".utf8))
        #expect(response.headers["X-Late"] == nil)
    }

    @Test func `a body without a length ends with its connection`() async throws {
        let server = try LoopbackServer(.send("HTTP/1.0 200 OK\r\n\r\nabc"), .close)
        defer { server.stop() }
        #expect(try await transport.send(.get(server.url)).body == Array("abc".utf8))
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

    @Test func `a compressed body is unfolded`() async throws {
        let text = String(repeating: "rates ", count: 10_000)
        let packed = gzip([Array(text.utf8)])
        let server = try LoopbackServer(.send(gzipHead(length: packed.count)), .send(packed))
        defer { server.stop() }
        #expect(try await transport.send(.get(server.url)).body == Array(text.utf8))
    }

    @Test(arguments: [(9, true), (10, false), (11, false)])
    func `a body is cut at the limit, and one of just that size is not`(
        limit: Int, isTruncated: Bool
    ) async throws {
        let server = try LoopbackServer(.send(answer("0123456789")))
        defer { server.stop() }
        let response = try await transport.send(.get(server.url, bodyLimit: limit))
        #expect(response.isBodyTruncated == isTruncated)
        #expect(response.body == Array("0123456789".utf8.prefix(limit)))
    }

    @Test func `an endless body is cut at the limit`() async throws {
        let server = try LoopbackServer(
            .send("HTTP/1.1 200 OK\r\n\r\n"), .sendForever([UInt8](repeating: 65, count: 65_536)))
        defer { server.stop() }
        let response = try await transport.send(.get(server.url))
        #expect(response.isBodyTruncated)
        #expect(response.body.count == 1 << 20)
        #expect(await eventually { server.openConnectionCount == 0 })
    }

    /// In a process of its own, since memory is the whole process's.
    @Test func `a megabyte that unfolds to a gigabyte is cut at the limit with flat memory`()
        async
    {
        await #expect(processExitsWith: .success) {
            // A megabyte packed on its own, after one that began the stream, can be told again and
            // again; the sum at the end is never reached.
            let zeros = [UInt8](repeating: 0, count: 1 << 20)
            let one = gzip([zeros], level: 9, flush: Z_FULL_FLUSH)
            let two = gzip([zeros, zeros], level: 9, flush: Z_FULL_FLUSH)
            let bomb = one + (1..<1024).flatMap { _ in two[one.count...] }
            try #require(1_000_000...1_300_000 ~= bomb.count)
            let server = try LoopbackServer(.send(gzipHead(length: bomb.count)), .send(bomb))
            let transport = try CurlTransport()
            let before = try #require(try peakMemory())
            let response = try await transport.send(.get(server.url))
            try #require(response.isBodyTruncated)
            try #require(response.body.count == 1 << 20)
            try #require(try #require(try peakMemory()) - before < 16 << 20)
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

    @Test(arguments: [
        ("many lines", String(repeating: "X-A: 1\r\n", count: 250)),
        (
            "long lines",
            String(repeating: "X-A: \(String(repeating: "b", count: 9000))\r\n", count: 9)
        ),
        ("one line", "X-A: \(String(repeating: "b", count: 90_000))\r\n"),
    ])
    func `headers beyond the bounds are an error that keeps what had come`(
        name: String, lines: String
    ) async throws {
        let server = try LoopbackServer(.send("HTTP/1.1 200 OK\r\n" + lines), .hang)
        defer { server.stop() }
        let error = await transport.failure(of: .get(server.url))
        #expect(error?.kind == .interrupted, "\(String(describing: error))")
        #expect(error?.head?.status == 200)
    }

    @Test func `interim answers without end are no answer`() async throws {
        let lines = String(repeating: "\r\nHTTP/1.1 103 Early\r\n", count: 200)
        let server = try LoopbackServer(.send("HTTP/1.1 103 Early\r\n" + lines), .hang)
        defer { server.stop() }
        let error = await transport.failure(of: .get(server.url))
        #expect(error?.kind == .interrupted, "\(String(describing: error))")
        #expect(error?.head == nil)
    }
}
