import Foundation
import HTTP
import TestKit
import Testing
import Transport

@Suite(.byTheClock) struct CurlTransportFailureTests {
    private let transport: CurlTransport

    init() throws {
        transport = try CurlTransport()
    }

    /// An answer that breaks off, and what is told of it.
    struct Broken: Sendable, CustomTestStringConvertible {
        let name: String
        let steps: [LoopbackServer.Step]
        let kind: TransportError.Kind
        let status: Int?
        var testDescription: String { name }
    }

    private static let longHead = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n"

    @Test(arguments: [
        ("/nowhere/socket", TransportError.Kind.connect), ("/a\0b", .invalidRequest),
        ("/" + String(repeating: "x", count: 107), .invalidRequest),
    ])
    func `a Unix socket where nobody listens is a failure to connect`(
        path: String, kind: TransportError.Kind
    ) async {
        var request = HTTPRequest.get("http://localhost/")
        request.route = .unixSocket(path: path)
        #expect(await transport.failure(of: request)?.kind == kind)
    }

    @Test(arguments: [
        Broken(
            name: "a length that the body does not reach",
            steps: [.send(longHead + "abc"), .close], kind: .interrupted, status: 200),
        Broken(
            name: "a cut body of an error",
            steps: [.send("HTTP/1.1 503 No\r\nContent-Length: 100\r\n\r\nabc"), .close],
            kind: .interrupted, status: 503),
        Broken(
            name: "a chunked body without its end",
            steps: [
                .send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc"), .close,
            ],
            kind: .interrupted, status: 200),
        Broken(
            name: "a chunk without a size",
            steps: [.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n"), .close],
            kind: .interrupted, status: 200),
        Broken(
            name: "a reset in mid-body", steps: [.send(longHead + "abc"), .reset],
            kind: .interrupted, status: 200),
        Broken(name: "a reset before the answer", steps: [.reset], kind: .interrupted, status: nil),
        Broken(name: "no answer", steps: [.close], kind: .interrupted, status: nil),
        Broken(
            name: "garbage", steps: [.send("nonsense\r\n\r\n"), .close], kind: .interrupted,
            status: nil),
        Broken(
            name: "binary garbage", steps: [.send([0x15, 3, 3, 0, 2, 2, 70]), .close],
            kind: .interrupted, status: nil),
        Broken(name: "silence", steps: [.hang], kind: .timeout, status: nil),
        Broken(
            name: "half a head", steps: [.send("HTTP/1.1 200 O"), .hang], kind: .timeout,
            status: nil),
        Broken(
            name: "a head that ends with its connection",
            steps: [.send("HTTP/1.1 200 OK\r\nContent-Type: text/pl"), .close],
            kind: .interrupted, status: 200),
        Broken(
            name: "a blank in the line that ends the head",
            steps: [.send("HTTP/1.1 200 OK\r\nX-A: 1\r\n\t\n{}"), .close],
            kind: .interrupted, status: 200),
        Broken(
            name: "a NUL in the line that ends the head",
            steps: [.send("HTTP/1.1 200 OK\r\nX-A: 1\r\n\r\0\n{}"), .close],
            kind: .interrupted, status: 200),
        Broken(
            name: "a version that is none",
            steps: [.send("HTTP//1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"), .close],
            kind: .interrupted, status: nil),
        Broken(
            name: "a status that runs into its reason",
            steps: [.send("HTTP/1.1 200OK\r\nContent-Length: 2\r\n\r\nok"), .close],
            kind: .interrupted, status: nil),
        Broken(
            name: "a status line alone", steps: [.send("HTTP/1.1 503 No\r\n"), .close],
            kind: .interrupted, status: 503),
        Broken(
            name: "half a status line", steps: [.send("HTTP/1.1 200 O"), .close],
            kind: .interrupted, status: nil),
        Broken(
            name: "an interim answer alone", steps: [.send("HTTP/1.1 103 Early\r\n\r\n"), .close],
            kind: .interrupted, status: nil),
        Broken(
            name: "silence in mid-body", steps: [.send(longHead + "abc"), .hang], kind: .timeout,
            status: 200),
        Broken(
            name: "a body that drips",
            steps: [
                .send(longHead),
                .drip([UInt8](repeating: 65, count: 100), every: .seconds(1)),
            ],
            kind: .timeout, status: 200),
    ])
    func `an answer that breaks off is an error with what had come`(broken: Broken) async throws {
        let server = try LoopbackServer { _ in broken.steps }
        defer { server.stop() }
        // Long enough for a head to arrive on a busy machine; what breaks off by itself ends well
        // before its limit, or has the wrong kind.
        let timeout: Duration = broken.kind == .timeout ? .seconds(3) : .seconds(60)
        let error = await transport.failure(of: .get(server.url, timeout: timeout))
        #expect(error?.kind == broken.kind, "\(String(describing: error))")
        #expect(error?.head?.status == broken.status)
        #expect(error?.detail.isEmpty == false)
        #expect(await eventually { server.openConnectionCount == 0 })
    }

    /// An answer that nobody can take, and the words for it.
    struct Unusable: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let answer: String
        let detail: String
    }

    private static let megabyte = String(repeating: "b", count: 1 << 20)
    private static let tooLarge = "the headers are larger than 64 KiB"

    @Test(arguments: [
        Unusable(
            testDescription: "a header line of 1 MB",
            answer: "HTTP/1.1 200 OK\r\nX-A: \(megabyte)\r\n\r\n", detail: tooLarge),
        Unusable(
            testDescription: "a status line of 1 MB",
            answer: "HTTP/1.1 200 \(megabyte)\r\n\r\n", detail: tooLarge),
        Unusable(
            testDescription: "300 header lines",
            answer: "HTTP/1.1 200 OK\r\n\(String(repeating: "X-A: 1\r\n", count: 300))\r\n",
            detail: tooLarge),
        Unusable(
            testDescription: "HTTP/0.9", answer: "{\"rates\":{}}",
            detail: "the answer is not HTTP/1.1 or 2"),
        Unusable(
            testDescription: "HTTP/4", answer: "HTTP/4.0 200 OK\r\n\r\n",
            detail: "the answer is not HTTP/1.1 or 2"),
        Unusable(
            testDescription: "a Content-Length that is no number",
            answer: "HTTP/1.1 200 OK\r\nContent-Length: abc\r\n\r\nabc",
            detail: "the head of the answer is malformed"),
        Unusable(
            testDescription: "a negative Content-Length",
            answer: "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\nabc",
            detail: "the head of the answer is malformed"),
        Unusable(
            testDescription: "an encoding that was not asked for",
            answer: "HTTP/1.1 200 OK\r\nContent-Encoding: br\r\n\r\nabc",
            detail: "an encoding that was not asked for"),
        Unusable(
            testDescription: "a body that is no gzip",
            answer: "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\nabcdefghijklmnop",
            detail: "the body is not in the encoding that its header names"),
    ])
    func `an answer that cannot be taken is told as what it is`(answer: Unusable) async throws {
        let server = try LoopbackServer { _ in [.send(answer.answer), .close] }
        defer { server.stop() }
        let error = await transport.failure(of: .get(server.url, timeout: .seconds(60)))
        #expect(error?.kind == .interrupted, "\(String(describing: error))")
        #expect(error?.detail.contains(answer.detail) == true, "\(String(describing: error))")
    }

    @Test func `a port where nobody listens is a failure to connect`() async throws {
        let server = try LoopbackServer(.hang)
        let url = server.url
        server.stop()
        #expect(await eventually { await self.transport.failure(of: .get(url))?.kind == .connect })
    }

    @Test func `a name that does not exist is a failure to look up`() async {
        let error = await transport.failure(
            of: .get("http://nonexistent.invalid/secret-path", timeout: .seconds(30)))
        #expect(error?.kind == .dns, "\(String(describing: error))")
        #expect(error?.detail.contains("secret-path") == false)
    }

    @Test func `no error holds the path, the user or a header`() async throws {
        let server = try LoopbackServer(.reset)
        defer { server.stop() }
        let url = "http://user:s3cret@127.0.0.1:\(server.port)/s3cret?s3cret=s3cret"
        for scheme in ["http", "https"] {
            let error = try #require(
                await transport.failure(
                    of: .get(
                        url.replacingOccurrences(of: "http:", with: scheme + ":"),
                        headers: [.init(name: "X-Key", value: "s3cret")],
                        timeout: .milliseconds(500))))
            #expect(!String(reflecting: error).contains("s3cret"))
        }
    }

    @Test func `a body to a peer that has gone kills nobody`() async throws {
        let server = try LoopbackServer { _ in [.reset] }
        defer { server.stop() }
        var request = HTTPRequest.get(server.url)
        request.method = .post
        request.body = [UInt8](repeating: 65, count: 4 << 20)
        for _ in 1...20 {
            #expect(await transport.failure(of: request)?.kind == .interrupted)
        }
    }

    @Test func `a thousand resets leave no descriptor behind`() async throws {
        let server = try LoopbackServer(.send(Self.longHead + "abc"), .reset)
        defer { server.stop() }
        for _ in 1...20 { _ = await transport.failure(of: .get(server.url)) }
        for _ in 1...1000 {
            #expect(await transport.failure(of: .get(server.url))?.kind == .interrupted)
        }
        #expect(await eventually { server.openConnectionCount == 0 })
        // Other tests hold hundreds meanwhile, but none a thousand.
        #expect(
            try await eventually {
                try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count < 900
            })
    }
}
