import Serving
import TestKit
import Testing

extension ServerTests {
    @Suite struct AnswerTests {
        @Test func `HEAD is GET without the body, on the same connection too`() async throws {
            try await withServer([.text("twelve bytes")]) { _, port in
                let client = try RawConnection(port: port)
                client.send("HEAD /m HTTP/1.1\r\nHost: h\r\n\r\n")
                let head = try client.readResponse(isForHead: true)
                client.send(get("/m"))
                let whole = try client.readResponse()
                #expect(head.status == 200)
                #expect(head["Content-Length"] == "13")
                #expect(whole["Content-Length"] == "13")
                #expect(whole.text == "twelve bytes\n")
                #expect(head["Content-Type"] == "text/plain; charset=utf-8")
                #expect(whole["Content-Type"] == "text/plain; charset=utf-8")
            }
        }

        @Test func `requests sent at once are answered in order`() async throws {
            let route = Route(.prefix("/n/"), label: "n") { .text(200, $0.path) }
            try await withServer([route]) { _, port in
                let client = try RawConnection(port: port)
                client.send((1...20).map { get("/n/\($0)") }.joined())
                for number in 1...20 {
                    #expect(try client.readResponse().text == "/n/\(number)\n")
                }
            }
        }

        @Test func `a handler sees the request as it was sent`() async throws {
            let route = Route(
                .exact("/r"), label: "r", methods: [.get, .post], bodyLimit: 100
            ) { request in
                let items = request.queryItems.map { "\($0.name)=\($0.value)" }
                let parts = [
                    request.method.rawValue, request.query ?? "-", items.joined(separator: "|"),
                    request.headers["x-one"] ?? "-", String(decoding: request.body, as: UTF8.self),
                ]
                return .text(200, parts.joined(separator: " "))
            }
            try await withServer([route]) { _, port in
                let client = try RawConnection(port: port)
                client.send(
                    "POST /r?a=%2f&b HTTP/1.1\r\nHost: h\r\nX-ONE: 1\r\nx-one: 2\r\n"
                        + "Content-Length: 4\r\n\r\nbody")
                #expect(try client.readResponse().text == "POST a=%2f&b a=/|b= 1, 2 body\n")
                client.send(get("/r"))
                #expect(
                    try client.readResponse().text == "GET - - \n".replacing("- - ", with: "-  - "))
            }
        }

        @Test func `a body comes whole however it is cut`() async throws {
            let route = Route(.exact("/s"), label: "s", methods: [.post], bodyLimit: 100_000) {
                .text(200, "\($0.body.count) \($0.body.reduce(0) { $0 &+ Int($1) })")
            }
            try await withServer([route]) { _, port in
                let client = try RawConnection(port: port)
                client.send("POST /s HTTP/1.1\r\nHost: h\r\nContent-Length: 100000\r\n\r\n")
                for _ in 0..<100 { client.send([UInt8](repeating: 1, count: 1000)) }
                #expect(try client.readResponse().text == "100000 100000\n")
            }
        }

        @Test func `the longest prefix wins, and an exact path over it`() async throws {
            let routes = [
                Route(.prefix("/a/"), label: "short") { _ in .text(200, "short") },
                Route(.prefix("/a/b/"), label: "long") { _ in .text(200, "long") },
                Route(.exact("/a/b/c"), label: "exact") { _ in .text(200, "exact") },
            ]
            try await withServer(routes) { _, port in
                let client = try RawConnection(port: port)
                for (path, text) in [
                    ("/a/x", "short"), ("/a/b/x", "long"), ("/a/b/c", "exact"), ("/a/b/", "long"),
                ] {
                    client.send(get(path))
                    #expect(try client.readResponse().text == text + "\n")
                }
            }
        }

        @Test func `a path with an encoded byte fits no route`() async throws {
            let route = Route(.prefix("/a/"), label: "a") { .text(200, $0.path) }
            try await withServer([route]) { _, port in
                for path in ["/a/%78", "/a/%00", "/a/%2e%2e/b", "/a/%"] {
                    let client = try RawConnection(port: port)
                    client.send(get(path))
                    #expect(try client.readResponse().status == 404)
                }
            }
        }

        @Test func `headers of a response are sent, and a malformed one is an error`() async throws
        {
            let routes = [
                Route(.exact("/ok"), label: "ok") { _ in
                    .text(200, "ok", headers: ["ETag": "\"a\"", "Vary": "Accept"])
                },
                Route(.exact("/bad"), label: "bad") { _ in
                    .text(200, "bad", headers: ["X": "a\r\nInjected: yes"])
                },
            ]
            try await withServer(routes) { _, port in
                let client = try RawConnection(port: port)
                client.send(get("/ok"))
                let good = try client.readResponse()
                #expect(good["ETag"] == "\"a\"")
                #expect(good["Vary"] == "Accept")
                client.send(get("/bad"))
                let bad = try client.readResponse()
                #expect(bad.status == 500)
                #expect(bad["Injected"] == nil)
            }
        }

        @Test func `304 sends the length of its body alone, and 204 not even that`() async throws {
            let route = Route(.prefix("/"), label: "all", statuses: [204, 304]) {
                Response(
                    status: $0.path == "/304" ? 304 : 204,
                    body: .bytes(SharedBytes($0.path == "/304" ? "unchanged" : "")))
            }
            try await withServer([route]) { _, port in
                let client = try RawConnection(port: port)
                for (status, length) in [(304, "9"), (204, nil), (304, "9")] {
                    client.send(get("/\(status)"))
                    let response = try client.readResponse()
                    #expect(response.status == status)
                    #expect(response["Content-Length"] == length)
                }
            }
        }

        @Test func `a body is sent to many clients from one buffer, which is freed at the end`()
            async throws
        {
            weak var buffer: SharedBytes?
            do {
                let bytes = SharedBytes([UInt8](repeating: 7, count: 3_000_000))
                buffer = bytes
                let route = Route(.exact("/b"), label: "b") { [bytes] _ in
                    Response(contentType: "application/octet-stream", bytes: bytes)
                }
                try await withServer([route]) { _, port in
                    let clients = try (0..<20).map { _ in try RawConnection(port: port) }
                    for client in clients { client.send(get("/b")) }
                    for client in clients {
                        #expect(try client.readResponse().body.count == 3_000_000)
                    }
                }
            }
            try await eventually("the buffer is freed") { buffer == nil }
        }

        @Test func `answers are counted by label and status`() async throws {
            let counter = RequestCounter()
            try await withServer([.text(isLimited: true)], counter: counter) { _, port in
                #expect(counter.all.allSatisfy { $0.count == 0 })
                let client = try RawConnection(port: port)
                client.send(get("/m") + get("/m") + get("/secret/path"))
                for status in [200, 200, 404] {
                    #expect(try client.readResponse().status == status)
                }
                let second = try RawConnection(port: port)
                second.send("PUT /m HTTP/1.1\r\nHost: h\r\n\r\n")
                #expect(try second.readResponse().status == 405)
            }
            let lines = counter.all.map { "\($0.label) \($0.status) \($0.count)" }
            #expect(
                lines == [
                    "metrics 200 2", "metrics 405 1", "metrics 413 0", "metrics 503 0",
                    "other 400 0", "other 404 1", "other 431 0", "other 501 0",
                ])
        }
    }
}
