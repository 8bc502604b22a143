import HTTP
import TestKit
import Testing
import Transport

@Suite(.byTheClock) struct CurlTransportRequestTests {
    private let transport: CurlTransport

    init() throws {
        transport = try CurlTransport()
    }

    @Test func `a request and its answer arrive whole`() async throws {
        let server = try LoopbackServer(
            .send(answer("{}", status: "201 Created", headers: "X-One: 1\r\nx-two:  2 \r\n")))
        defer { server.stop() }
        let response = try await transport.send(
            .get(
                server.url + "/v1/latest/USD?symbols=EUR,GBP",
                headers: [
                    .init(name: "Authorization", value: "Bearer k"),
                    .init(name: "X-Empty", value: ""),
                ]))
        #expect(response.status == 201)
        #expect(response.body == Array("{}".utf8))
        #expect(!response.isBodyTruncated)
        #expect(response.headers["X-One"] == "1")
        #expect(response.headers["X-Two"] == "2")

        let head = try #require(server.requests.first?.head)
        let lines = head.split(separator: "\r\n").map(String.init)
        #expect(lines.first == "GET /v1/latest/USD?symbols=EUR,GBP HTTP/1.1")
        #expect(lines.contains("Authorization: Bearer k"))
        #expect(lines.contains("X-Empty:"))
        #expect(lines.contains("Accept-Encoding: gzip"))
        #expect(!head.contains("Expect"))
    }

    @Test(arguments: [[], Array("{\"a\":1}".utf8), [UInt8](repeating: 0, count: 2 << 20)])
    func `a body is posted byte by byte as it is`(body: [UInt8]) async throws {
        let server = try LoopbackServer(.send(answer("ok")))
        defer { server.stop() }
        var request = HTTPRequest.get(server.url)
        request.method = .post
        request.body = body
        #expect(try await transport.send(request).status == 200)
        let received = try #require(server.requests.first)
        #expect(received.body == body)
        #expect(received.head.hasPrefix("POST / HTTP/1.1"))
        #expect(received.head.contains("Content-Length: \(body.count)"))
        #expect(!received.head.contains("Expect"))
        #expect(!received.head.contains("Content-Type"))
    }

    @Test(arguments: ["a\r\nX-Injected: 1", "a\nb", "a\rb", "a\0b", "\u{7F}"])
    func `a header with a control character is refused unsent`(value: String) async throws {
        let server = try LoopbackServer(.send(answer("ok")))
        defer { server.stop() }
        let error = await transport.failure(
            of: .get(server.url, headers: [.init(name: "Authorization", value: value)]))
        #expect(error?.kind == .invalidRequest)
        #expect(server.connectionCount == 0)
    }

    @Test(arguments: [
        "", "nonsense", "http://", "ftp://127.0.0.1/", "file:///etc/passwd",
        "gopher://127.0.0.1/", "http://127.0.0.1:99999/", "http://a b/",
        "http://127.0.0.1/\r\nX: y",
        "http://127.0.0.1/\0",
    ])
    func `a URL that is none of http is refused and not repeated`(url: String) async {
        let error = await transport.failure(of: .get(url, timeout: .seconds(5)))
        #expect(error?.kind == .invalidRequest, "\(String(describing: error))")
        #expect(error?.detail.contains("127.0.0.1") == false)
    }

    @Test(arguments: ["301 Moved", "302 Found", "307 Temporary Redirect", "308 Permanent Redirect"])
    func `a redirect is an answer and is never followed`(status: String) async throws {
        let other = try LoopbackServer(.send(answer("stolen")))
        defer { other.stop() }
        let server = try LoopbackServer(
            .send(answer("", status: status, headers: "Location: \(other.url)/\r\n")))
        defer { server.stop() }
        let response = try await transport.send(
            .get(server.url, headers: [.init(name: "Authorization", value: "Bearer k")]))
        #expect(String(response.status) == status.prefix(3))
        #expect(response.headers["Location"] == "\(other.url)/")
        #expect(other.connectionCount == 0)
    }

    @Test func `a connection is used again`() async throws {
        let server = try LoopbackServer(.send(answer("ok")))
        defer { server.stop() }
        for _ in 1...20 { #expect(try await transport.send(.get(server.url)).status == 200) }
        #expect(server.requests.count == 20)
        #expect(server.connectionCount == 1)
    }

    @Test func `a connection that the server closed meanwhile is no failure`() async throws {
        let server = try LoopbackServer(.send(answer("ok")), .close)
        defer { server.stop() }
        for _ in 1...20 { #expect(try await transport.send(.get(server.url)).status == 200) }
        #expect(server.connectionCount == 20)
    }

    @Test func `settings of one request do not reach the next on the same handle`() async throws {
        let server = try LoopbackServer(.send(answer("ok")))
        defer { server.stop() }
        var first = HTTPRequest.get(server.url, headers: [.init(name: "X-Once", value: "1")])
        first.method = .post
        first.body = [1, 2, 3]
        _ = try await transport.send(first)
        _ = try await transport.send(.get(server.url))
        let second = try #require(server.requests.last)
        #expect(second.head.hasPrefix("GET"))
        #expect(!second.head.contains("X-Once"))
        #expect(!second.head.contains("Content-Length"))
    }

    @Test func `a hundred requests at once are all answered by their own answer`() async throws {
        let server = try LoopbackServer { request in
            let path = request.head.split(separator: " ")[1]
            return [.send(answer(String(path)))]
        }
        defer { server.stop() }
        let url = server.url
        try await withThrowingTaskGroup(of: Bool.self) { [transport] group in
            for number in 1...100 {
                group.addTask {
                    let response = try await transport.send(.get("\(url)/\(number)"))
                    return response.body == Array("/\(number)".utf8)
                }
            }
            for try await isRight in group { #expect(isRight) }
        }
        #expect(server.requests.count == 100)
    }

    @Test func `a request that leaves once is not sent again where a kept connection breaks`()
        async throws
    {
        // The first request of a connection is answered, the second finds it broken.
        let first = Recorder<Int>()
        let server = try LoopbackServer { request in
            if first.values.contains(request.connection) { return [.reset] }
            first.note(request.connection)
            return [.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")]
        }
        defer { server.stop() }
        let resent = HTTPRequest.get(server.url)
        _ = try await transport.send(resent)
        _ = try await transport.send(resent)
        #expect(server.requests.count == 3)

        var once = HTTPRequest.get(server.url)
        once.leavesOnce = true
        _ = try await transport.send(once)
        _ = try await transport.send(once)
        #expect(server.requests.count == 5)
    }
}
