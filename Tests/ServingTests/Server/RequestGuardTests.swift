import Serving
import TestKit
import Testing

/// What microhttpd alone lets through, sent over real sockets.
extension ServerTests {
    @Suite struct RequestGuardTests {
        struct Case: Sendable, CustomTestStringConvertible {
            let testDescription: String
            let request: String
            let status: Int

            init(_ name: String, _ request: String, _ status: Int) {
                testDescription = name
                self.request = request
                self.status = status
            }
        }

        static let host = "Host: h\r\n"
        static let head = "HTTP/1.1\r\n" + host

        static let refused: [Case] = [
            .init(
                "two equal body lengths",
                "GET /m \(head)Content-Length: 0\r\nContent-Length: 0\r\n\r\n", 400),
            .init(
                "two lengths, the second hides a request",
                "POST /s \(head)Content-Length: 0\r\nContent-Length: 30\r\n\r\n" + get("/x"), 400),
            .init(
                "two different lengths",
                "POST /s \(head)Content-Length: 5\r\ncontent-length: 7\r\n\r\nhello", 400),
            .init(
                "a length and chunks",
                "POST /s \(head)Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                400),
            .init(
                "an unknown coding",
                "POST /s \(head)Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n", 501),
            .init(
                "two codings in one field",
                "POST /s \(head)Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", 501),
            .init(
                "two fields of codings",
                "POST /s \(head)Transfer-Encoding: identity\r\nTransfer-Encoding: chunked\r\n\r\n",
                400),
            .init(
                "chunks in HTTP/1.0",
                "POST /s HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
            .init(
                "the largest length", "POST /s \(head)Content-Length: 18446744073709551615\r\n\r\n",
                413),
            .init("no host in HTTP/1.1", "GET /m HTTP/1.1\r\n\r\n", 400),
            .init("two hosts", "GET /m HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
            .init("a space in the target", "GET /m /n \(head)\r\n", 400),
            .init("two spaces before the target", "GET  /m \(head)\r\n", 400),
            .init("two spaces before the version", "GET /m  \(head)\r\n", 400),
            .init("a space behind a field's name", "GET /m \(head)Name : v\r\n\r\n", 400),
            .init("a method that is no token", "G(T /m \(head)\r\n", 400),
            .init("a target without a slash", "GET m \(head)\r\n", 400),
            .init("CONNECT", "CONNECT h:1 \(head)\r\n", 400),
            .init("OPTIONS *", "OPTIONS * \(head)\r\n", 400),
            .init("a NUL in the path", "GET /m\0x \(head)\r\n", 400),
            .init("a NUL in the method", "GET\0X /m \(head)\r\n", 400),
            .init("a method in small letters", "get /m \(head)\r\n", 405),
            .init("an unknown method", "BREW /m \(head)\r\n", 405),
            .init("OPTIONS of a path", "OPTIONS /m \(head)\r\n", 405),
            .init("POST to a page", "POST /m \(head)\r\n", 405),
            .init(
                "POST with a body to a page",
                "POST /m \(head)Content-Length: 5\r\n\r\nhello", 405),
            .init("a body on GET", "GET /m \(head)Content-Length: 5\r\n\r\nhello", 413),
            .init(
                "chunks on GET",
                "GET /m \(head)Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n", 413),
            .init(
                "a body that waits to be asked for",
                "GET /m \(head)Content-Length: 5\r\nExpect: 100-continue\r\n\r\n", 413),
            .init(
                "a body over the route's limit",
                "POST /s \(head)Content-Length: 11\r\n\r\nhello world", 413),
            .init(
                "chunks over the route's limit",
                "POST /s \(head)Transfer-Encoding: chunked\r\n\r\nb\r\nhello world\r\n0\r\n\r\n",
                413),
            .init(
                "a field of 13 kB",
                "GET /m \(head)X: \(String(repeating: "x", count: 13_000))\r\n\r\n",
                431),
            .init(
                "250 fields", "GET /m \(head)\(String(repeating: "X: y\r\n", count: 250))\r\n", 431),
            .init(
                "arguments of 13 kB",
                "GET /m?\(String(repeating: "&", count: 13_000)) \(head)\r\n", 431),
            .init(
                "5,000 arguments", "GET /m?\(String(repeating: "a=b&", count: 5000)) \(head)\r\n",
                431),
            .init(
                "300 cookies",
                "GET /m \(head)Cookie: \(String(repeating: "a=b;", count: 300))\r\n\r\n", 431),
            .init(
                "a field of 40 kB",
                "GET /m \(head)X: \(String(repeating: "x", count: 40_000))\r\n\r\n",
                431),
            .init(
                "a target of 40 kB", "GET /\(String(repeating: "x", count: 40_000)) \(head)\r\n",
                414),
            .init(
                "a folded body length", "POST /s \(head)Content-Length: 5\r\n 7\r\n\r\nhello", 400),
            .init(
                "a folded coding",
                "POST /s \(head)Transfer-Encoding: chun\r\n ked\r\n\r\n0\r\n\r\n", 400),
            .init(
                "a chunk without a size",
                "POST /s \(head)Transfer-Encoding: chunked\r\n\r\nx\r\n\r\n", 400),
            .init("a body length with a sign", "GET /m \(head)Content-Length: +5\r\n\r\n", 400),
            .init("an empty body length", "GET /m \(head)Content-Length: \r\n\r\n", 400),
            .init("HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505),
        ]

        @Test(arguments: refused)
        func `a request that could be read in two ways is refused, and ends the connection`(
            _ test: Case
        ) async throws {
            try await withServer(Self.routes) { _, port in
                let client = try RawConnection(port: port)
                client.send(test.request)
                let response = try client.readResponse()
                #expect(response.status == test.status)
                #expect(client.ends(within: .seconds(60)))
            }
        }

        static let taken: [Case] = [
            .init("a plain request", get("/m"), 200),
            .init("HTTP/1.0 without a host", "GET /m HTTP/1.0\r\n\r\n", 200),
            .init("an absolute target", "GET http://other:99/m HTTP/1.1\r\n\(host)\r\n", 200),
            .init(
                "an absolute target in capitals", "GET HTTP://other/m HTTP/1.1\r\n\(host)\r\n", 200),
            .init("a query", get("/m?a=1"), 200),
            .init("a query of nothing", get("/m?"), 200),
            .init("500 arguments", get("/m?\(String(repeating: "a=b&", count: 500))"), 200),
            .init("3,000 arguments", get("/m?\(String(repeating: "a=&", count: 3000))"), 200),
            .init("a mark within the query", get("/m??x?y=1?"), 200),
            .init("a body length of 0", get("/m", headers: "Content-Length: 0\r\n"), 200),
            .init("POST without a length", "POST /s \(head)\r\n", 200),
            .init("POST with a body", "POST /s \(head)Content-Length: 5\r\n\r\nhello", 200),
            .init(
                "POST in chunks",
                "POST /s \(head)Transfer-Encoding: Chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n", 200),
            .init(
                "an offer of h2c", get("/m", headers: "Upgrade: h2c\r\nConnection: Upgrade\r\n"),
                200),
            .init("an unknown path", get("/none"), 404),
            .init("a longer path", get("/mx"), 404),
            .init("a path with a slash behind", get("/m/"), 404),
            .init("an encoded path", get("/%6d"), 404),
            .init("an encoded NUL behind the path", get("/m%00x"), 404),
            .init("bytes beyond ASCII", get("/m\u{e4}"), 404),
            .init(
                "an absolute target without a path", "GET http://other HTTP/1.1\r\n\(host)\r\n", 404
            ),
        ]

        @Test(arguments: taken)
        func `a request that can be read in one way only is answered`(_ test: Case) async throws {
            try await withServer(Self.routes) { _, port in
                let client = try RawConnection(port: port)
                client.send(test.request)
                #expect(try client.readResponse().status == test.status)
            }
        }

        static let unanswerable: [Case] = [
            .init(
                "a head that fills the memory",
                "GET /m \(head)X: \(String(repeating: "x", count: 32_600))\r\n\r\n", 0),
            .init("no end of the head", "GET /m \(head)", 0),
        ]

        @Test(arguments: unanswerable)
        func `a request that gets no answer ends by the deadline at the latest`(
            _ test: Case
        ) async throws {
            try await withServer(
                Self.routes, deadlines: Deadlines(request: .milliseconds(200))
            ) { server, port in
                let client = try RawConnection(port: port)
                client.send(test.request)
                #expect(client.ends(within: .seconds(60)))
                try await eventually("it is gone") { server.connectionCount == 0 }
            }
        }

        @Test func `a refusal of a method says which are allowed`() async throws {
            try await withServer(Self.routes) { _, port in
                let client = try RawConnection(port: port)
                client.send("DELETE /m \(Self.head)\r\n")
                let response = try client.readResponse()
                #expect(response["Allow"] == "GET, HEAD")
                #expect(response.text == "method not allowed; use GET, HEAD\n")
            }
        }

        static let routes = [
            Route.text(),
            Route(.exact("/s"), label: "sink", methods: [.post], bodyLimit: 10) { request in
                .text(200, String(decoding: request.body, as: UTF8.self))
            },
        ]
    }
}
