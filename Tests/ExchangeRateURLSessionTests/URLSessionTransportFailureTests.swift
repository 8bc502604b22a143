import ExchangeRateURLSession
import Foundation
import HTTP
import TestKit
import Testing

@Suite(.byTheClock) struct URLSessionTransportFailureTests {
    private let transport = URLSessionTransport()

    /// An answer that breaks off, and what is told of it.
    struct Broken: Sendable, CustomTestStringConvertible {
        let name: String
        let steps: [LoopbackServer.Step]
        let kind: TransportError.Kind
        let status: Int?
        var testDescription: String { name }
    }

    private static let longHead = "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n"

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
            name: "silence in mid-body", steps: [.send(longHead + "abc"), .hang], kind: .timeout,
            status: 200),
        Broken(
            name: "a body that drips",
            steps: [
                .send(longHead),
                .drip([UInt8](repeating: 65, count: 1000), every: .milliseconds(250)),
            ],
            kind: .timeout, status: 200),
    ])
    func `an answer that breaks off is an error with what had come`(broken: Broken) async throws {
        let server = try LoopbackServer { _ in broken.steps }
        defer { server.stop() }
        let start = ContinuousClock.now
        // What ends by itself has all the time that a busy machine needs.
        let timeout: Duration = broken.kind == .timeout ? .seconds(3) : .seconds(60)
        let error = await transport.failure(of: .get(server.url, timeout: timeout))
        #expect(error?.kind == broken.kind, "\(String(describing: error))")
        #expect(error?.head?.status == broken.status)
        #expect(error?.detail.isEmpty == false)
        #expect(ContinuousClock.now - start < .seconds(40) * Sanitizer.slowness)
        #expect(await eventually { server.openConnectionCount == 0 })
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

    @Test func `TLS to a port that speaks none is a failure of TLS`() async throws {
        // A greeting, since a ClientHello has no blank line that would end a request.
        let server = try LoopbackServer(greeting: [.send(answer("ok"))]) { _ in [] }
        defer { server.stop() }
        let error = await transport.failure(
            of: .get("https://127.0.0.1:\(server.port)/", timeout: .seconds(5)))
        #expect(error?.kind == .tls, "\(String(describing: error))")
    }

    @Test(arguments: ["127.0.0.1", "example.org"])
    func `a certificate that nobody vouches for is refused`(name: String) async throws {
        let peer = try await TLSPeer(name: name)
        defer { peer.stop() }
        let error = await transport.failure(of: .get(peer.url))
        #expect(error?.kind == .tls, "\(String(describing: error))")
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
}
