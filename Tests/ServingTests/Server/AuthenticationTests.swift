import Crypto
import Foundation
import Synchronization
import TestKit
import Testing

@testable import Serving

extension ServerTests {
    @Suite struct AuthenticationTests {
        private static let routes = [
            Route.text(),
            Route(.exact("/open"), label: "open", isOpen: true) { _ in .text(200, "open") },
            Route(.exact("/s"), label: "sink", methods: [.post], bodyLimit: 100_000) { request in
                .text(200, "\(request.body.count)")
            },
        ]

        private static func policy(cost: Int? = nil) throws -> AccessPolicy {
            var users = ["ada": try BcryptHash.hunter2]
            if let cost { users["bob"] = .unmatched(cost: cost) }
            return AccessPolicy(
                authentication: try BasicAuthentication(users: users),
                headers: ["X-Frame-Options": "deny", "Content-Type": "of/none"])
        }

        private static func authorization(_ pair: String) -> String {
            "Authorization: Basic \(Data(pair.utf8).base64EncodedString())\r\n"
        }

        private static func response(
            _ request: String, port: UInt16
        ) throws -> RawResponse {
            let client = try RawConnection(port: port)
            client.send(request)
            return try client.readResponse()
        }

        @Test(arguments: [ServerSettings.Threading.pool(threads: 2), .perConnection])
        func `who names a user and the password is let in, also on the same connection`(
            threading: ServerSettings.Threading
        ) async throws {
            try await withServer(
                Self.routes, threading: threading, access: Self.policy()
            ) { server, port in
                let client = try RawConnection(port: port)
                for _ in 0..<3 {
                    client.send(get("/m", headers: Self.authorization("ada:hunter2")))
                    let response = try client.readResponse()
                    #expect(response.status == 200)
                    #expect(response["X-Frame-Options"] == "deny")
                    #expect(response["Content-Type"] == "text/plain; charset=utf-8")
                }
            }
        }

        static let strangers: [(name: String, headers: String)] = [
            ("nobody", ""), ("a wrong password", authorization("ada:hunter3")),
            ("an unknown user", authorization("eve:hunter2")),
            ("no password", authorization("ada")), ("an empty one", authorization("ada:")),
            ("a NUL behind it", authorization("ada:hunter2\0")),
            ("another scheme", "Authorization: Bearer hunter2\r\n"),
            ("two", authorization("ada:hunter2") + authorization("ada:hunter2")),
        ]

        @Test(arguments: strangers)
        func `everyone else gets 401, wherever they ask`(name: String, headers: String)
            async throws
        {
            let counter = RequestCounter()
            try await withServer(Self.routes, counter: counter, access: Self.policy()) { _, port in
                for round in 0..<2 {
                    for path in ["/m", "/nowhere", "/m%20", "/s", "//"] {
                        let response = try Self.response(get(path, headers: headers), port: port)
                        #expect(response.status == 401, "\(path), \(round)")
                        #expect(
                            response["WWW-Authenticate"]
                                == "Basic realm=\"exchangerate-exporter\", charset=\"UTF-8\"")
                        #expect(response["X-Frame-Options"] == "deny")
                    }
                    let head = get("/m", headers: headers).replacing("GET", with: "HEAD")
                    let client = try RawConnection(port: port)
                    client.send(head)
                    #expect(try client.readResponse(isForHead: true).status == 401)
                }
                let open = try Self.response(get("/open", headers: headers), port: port)
                #expect(open.status == 200)
                let post = "POST /s HTTP/1.1\r\nHost: h\r\n\(headers)Content-Length: 5\r\n\r\n12345"
                #expect(try Self.response(post, port: port).status == 401)
            }
            #expect(
                counter.all.contains { $0.label == "metrics" && $0.status == 401 && $0.count == 4 })
            #expect(counter.all.contains { $0.label == "other" && $0.status == 401 })
            #expect(!counter.all.contains { $0.label == "open" && $0.status == 401 })
        }

        @Test func `a body that comes with or after a first password arrives whole`() async throws {
            for isTogether in [true, false] {
                try await withServer(Self.routes, access: Self.policy()) { _, port in
                    let client = try RawConnection(port: port)
                    let head =
                        "POST /s HTTP/1.1\r\nHost: h\r\nContent-Length: 50000\r\n"
                        + Self.authorization("ada:hunter2") + "\r\n"
                    let body = String(repeating: "b", count: 50_000)
                    if isTogether {
                        client.send(head + body)
                    } else {
                        client.send(head)
                        try await Task.sleep(for: .milliseconds(100))
                        client.send(body)
                    }
                    let response = try client.readResponse()
                    #expect(response.status == 200)
                    #expect(String(decoding: response.body, as: UTF8.self) == "50000\n")
                }
            }
        }

        @Test func `pipelined requests are answered in order`() async throws {
            try await withServer(Self.routes, access: Self.policy()) { _, port in
                let client = try RawConnection(port: port)
                let request = get("/m", headers: Self.authorization("ada:hunter2"))
                client.send(request + request + get("/open"))
                for _ in 0..<2 {
                    #expect(
                        String(decoding: try client.readResponse().body, as: UTF8.self)
                            == "metrics\n")
                }
                #expect(String(decoding: try client.readResponse().body, as: UTF8.self) == "open\n")
            }
        }

        @Test func `a flood of guesses holds up no one who is known, nor the open pages`()
            async throws
        {
            try await withServer(Self.routes, access: Self.policy(cost: 12)) { server, port in
                #expect(
                    try Self.response(
                        get("/m", headers: Self.authorization("ada:hunter2")), port: port
                    ).status == 200)
                let guessers = try (0..<100).map { index in
                    let client = try RawConnection(port: port)
                    client.send(get("/m", headers: Self.authorization("bob:\(index)")))
                    return client
                }
                let start = ContinuousClock.now
                for _ in 0..<50 {
                    let known = get("/m", headers: Self.authorization("ada:hunter2"))
                    #expect(try Self.response(known, port: port).status == 200)
                    #expect(try Self.response(get("/open"), port: port).status == 200)
                }
                // Were a server's thread to compute, it would be 100 times 200 ms.
                #expect(ContinuousClock.now - start < .seconds(15))
                let refused = guessers.count { client in
                    (try? client.readResponse(within: .milliseconds(50)))?.status == 503
                }
                #expect(refused > 30)
                // The server stops while the rest wait.
            }
        }

        @Test func `guessers that leave or are cut while they wait do no harm`() async throws {
            try await withServer(
                Self.routes, deadlines: Deadlines(request: .milliseconds(300)),
                access: Self.policy(cost: 11)
            ) { server, port in
                for round in 0..<5 {
                    let guessers = try (0..<20).map { index in
                        let client = try RawConnection(port: port)
                        client.send(get("/m", headers: Self.authorization("bob:\(round) \(index)")))
                        if index % 2 == 0 { client.resetOnClose() }
                        return client
                    }
                    #expect(guessers.count == 20)
                }
                try await eventually("all are gone") { server.connectionCount == 0 }
            }
        }

        @Test func `a changed policy counts at once`() async throws {
            let counter = RequestCounter()
            try await withServer(Self.routes, counter: counter) { server, port in
                let client = try RawConnection(port: port)
                client.send(get("/m"))
                #expect(try client.readResponse().status == 200)
                #expect(!counter.all.contains { $0.status == 401 })
                server.change(to: try Self.policy())
                #expect(counter.all.contains { $0.label == "metrics" && $0.status == 401 })
                client.send(get("/m"))
                #expect(try client.readResponse().status == 401)
                let known = get("/m", headers: Self.authorization("ada:hunter2"))
                #expect(try Self.response(known, port: port).status == 200)
                server.change(
                    to: AccessPolicy(
                        authentication: try BasicAuthentication(users: ["ada": .unmatched(cost: 4)])
                    ))
                #expect(try Self.response(known, port: port).status == 401)
            }
        }
    }
}
