import ExchangeRateURLSession
import HTTP
import TestKit
import Testing

@Suite(.byTheClock) struct URLSessionTransportRequestTests {
    private let transport = URLSessionTransport()

    @Test(arguments: ["200 OK", "201 Created", "404 Not Found", "429 Too Many", "503 Unavailable"])
    func `any status is an answer, with its headers and its body`(status: String) async throws {
        let server = try LoopbackServer(
            .send(answer("{}", status: status, headers: "X-One: 1\r\nx-two:  2 \r\n")))
        defer { server.stop() }
        let response = try await transport.send(.get(server.url))
        #expect(String(response.status) == status.prefix(3))
        #expect(response.body == Array("{}".utf8))
        #expect(!response.isBodyTruncated)
        #expect(response.headers["X-One"] == "1")
        #expect(response.headers["X-Two"] == "2")
    }

    @Test func `a request arrives as it was made`() async throws {
        let server = try LoopbackServer(.send(answer("{}")))
        defer { server.stop() }
        _ = try await transport.send(
            .get(
                server.url + "/v1/latest/USD?symbols=EUR,GBP",
                headers: [.init(name: "Authorization", value: "Bearer k")]))
        let head = try #require(server.requests.first?.head)
        let lines = head.split(separator: "\r\n").map(String.init)
        #expect(lines.first == "GET /v1/latest/USD?symbols=EUR,GBP HTTP/1.1")
        #expect(lines.contains("Authorization: Bearer k"))
        #expect(lines.contains("Accept-Encoding: gzip"))
        #expect(!head.contains("Expect"))
    }

    @Test(arguments: [[], Array("{\"a\":1}".utf8), [UInt8](repeating: 0, count: 100_000)])
    func `a body is posted byte by byte as it is`(body: [UInt8]) async throws {
        let server = try LoopbackServer(.send(answer("ok")))
        defer { server.stop() }
        var request = HTTPRequest.get(
            server.url, headers: [.init(name: "Content-Type", value: "application/json")])
        request.method = .post
        request.body = body
        #expect(try await transport.send(request).status == 200)
        let received = try #require(server.requests.first)
        #expect(received.body == body)
        #expect(received.head.hasPrefix("POST / HTTP/1.1"))
        #expect(received.head.contains("Content-Type: application/json"))
        #expect(!received.head.contains("Expect"))
    }

    @Test(arguments: ["301 Moved", "302 Found", "307 Temporary Redirect", "308 Permanent Redirect"])
    func `a redirect is an answer, and the key goes nowhere else`(status: String) async throws {
        let other = try LoopbackServer(.send(answer("stolen")))
        defer { other.stop() }
        let server = try LoopbackServer(
            .send(answer("moved", status: status, headers: "Location: \(other.url)/\r\n")))
        defer { server.stop() }
        let response = try await transport.send(
            .get(server.url, headers: [.init(name: "Authorization", value: "Bearer k")]))
        #expect(String(response.status) == status.prefix(3))
        #expect(response.headers["Location"] == "\(other.url)/")
        #expect(response.body == Array("moved".utf8))
        #expect(server.requests.count == 1)
        #expect(other.connectionCount == 0)
    }

    @Test func `a redirect to nowhere is an answer too`() async throws {
        let server = try LoopbackServer(.send(answer("", status: "302 Found")))
        defer { server.stop() }
        #expect(try await transport.send(.get(server.url)).status == 302)
    }

    @Test(arguments: ["Basic realm=\"x\"", "Bearer", "Digest realm=\"x\", nonce=\"n\""])
    func `a 401 with a challenge is an answer, asked once`(challenge: String) async throws {
        let server = try LoopbackServer(
            .send(
                answer(
                    "no", status: "401 Unauthorized", headers: "WWW-Authenticate: \(challenge)\r\n")
            ))
        defer { server.stop() }
        let response = try await transport.send(.get(server.url, timeout: .seconds(5)))
        #expect(response.status == 401)
        #expect(response.body == Array("no".utf8))
        #expect(server.requests.count == 1)
    }

    @Test func `neither cookies nor answers are kept`() async throws {
        let headers = [
            "Set-Cookie: a=b; Path=/", "Cache-Control: max-age=3600", "ETag: \"x\"",
        ].map { $0 + "\r\n" }.joined()
        let server = try LoopbackServer(.send(answer("ok", headers: headers)))
        defer { server.stop() }
        for _ in 1...2 { #expect(try await transport.send(.get(server.url)).status == 200) }
        #expect(server.requests.count == 2)
        let second = try #require(server.requests.last?.head)
        for name in ["Cookie", "If-None-Match"] { #expect(!second.contains(name)) }
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
        "gopher://127.0.0.1/", "http://127.0.0.1:99999/", "http://127.0.0.1:0/", "http://a b/",
        "http://127.0.0.1/\r\nX: y", "http://127.0.0.1/\0",
    ])
    func `a URL that is none of http is refused and not repeated`(url: String) async {
        let error = await transport.failure(of: .get(url, timeout: .seconds(5)))
        #expect(error?.kind == .invalidRequest, "\(String(describing: error))")
        #expect(error?.detail.contains("127.0.0.1") == false)
    }

    @Test func `a file of authorities is refused, since the session would not read it`() async {
        let error = await transport.failure(
            of: .get("https://127.0.0.1:1/", certificateAuthorityFile: "/ca.pem"))
        #expect(error?.kind == .invalidRequest)
    }

    @Test(arguments: [HTTPRequest.Route.direct, .unixSocket(path: "/run/x")])
    func `a way that the session cannot go is refused`(route: HTTPRequest.Route) async {
        var request = HTTPRequest.get("http://127.0.0.1:1/")
        request.route = route
        #expect(await transport.failure(of: request)?.kind == .invalidRequest)
    }

    @Test func `fifty requests at once are all answered by their own answer`() async throws {
        let server = try LoopbackServer { request in
            let path = request.head.split(separator: " ")[1]
            return [.send(answer(String(path)))]
        }
        defer { server.stop() }
        let url = server.url
        try await withThrowingTaskGroup(of: Bool.self) { [transport] group in
            for number in 1...50 {
                group.addTask {
                    let response = try await transport.send(.get("\(url)/\(number)"))
                    return response.body == Array("/\(number)".utf8)
                }
            }
            for try await isRight in group { #expect(isRight) }
        }
        #expect(server.requests.count == 50)
    }
}
