import Serving
import TestKit
import Testing

extension ServerTests {
    @Suite struct DeadlineTests {
        static let beginnings: [(name: String, text: String)] = [
            ("request line", "GET /m"),
            ("header", "GET /m HTTP/1.1\r\nHost: h\r\nX: "),
            ("body", "POST /s HTTP/1.1\r\nHost: h\r\nContent-Length: 1000\r\n\r\n"),
            ("second request", get("/m")),
        ]

        static let routes = [
            Route.text(),
            Route(.exact("/s"), label: "sink", methods: [.post], bodyLimit: 1000) { _ in
                .text(200, "ok")
            },
        ]

        @Test func `200 clients that send a byte now and then are cut, and hinder no one`()
            async throws
        {
            let deadline = Duration.milliseconds(2000)
            try await withServer(
                Self.routes, deadlines: Deadlines(request: deadline)
            ) { server, port in
                let start = ContinuousClock.now
                let slow = try (0..<200).map { index in
                    let client = try RawConnection(port: port)
                    client.send(Self.beginnings[index % 4].text)
                    return client
                }
                try await eventually("all are connected") { server.connectionCount == 200 }
                // Under way together with the slow ones.
                let latencies = try (0..<9).map { _ in try Self.timeOfRequest(port: port) }
                #expect(server.connectionCount >= 200)
                try await eventually("all are cut") {
                    for client in slow { client.send("x") }
                    return server.connectionCount == 0
                }
                #expect(start.duration(to: .now) >= deadline)
                #expect(latencies.sorted()[4] < .seconds(1) * Sanitizer.slowness)
            }
        }

        private static func timeOfRequest(port: UInt16) throws -> Duration {
            let start = ContinuousClock.now
            let client = try RawConnection(port: port)
            client.send(get("/m"))
            #expect(try client.readResponse().status == 200)
            return start.duration(to: .now)
        }

        @Test func `a client that says nothing is cut by the deadline of requests`() async throws {
            try await withServer(
                Self.routes, deadlines: Deadlines(request: .milliseconds(100))
            ) { _, port in
                let client = try RawConnection(port: port)
                #expect(client.ends(within: .seconds(60)))
            }
        }

        @Test func `a client that never reads is cut by the deadline of answers`() async throws {
            try await withServer(
                [.big(bytes: 8_000_000)],
                deadlines: Deadlines(response: .milliseconds(200))
            ) { server, port in
                let clients = try (0..<40).map { _ in try RawConnection(port: port) }
                for client in clients { client.send(get("/big")) }
                for client in clients { try client.waitForBytes() }
                try await eventually("all are cut") { server.connectionCount == 0 }
            }
        }

        @Test func `a client that leaves a small answer unread is cut as well`() async throws {
            // Small enough for the server's side of the kernel, too large for the client's.
            try await withServer(
                [.big(bytes: 60_000)], deadlines: Deadlines(response: .milliseconds(200))
            ) { server, port in
                let client = try RawConnection(port: port, receiveBuffer: 2048)
                client.send(get("/big"))
                try client.waitForBytes()
                try await eventually("it is cut") { server.connectionCount == 0 }
            }
        }

        @Test func `a client that reads in time is not cut`() async throws {
            try await withServer(
                [.big(bytes: 4_000_000)],
                deadlines: Deadlines(response: .seconds(5))
            ) { _, port in
                let client = try RawConnection(port: port)
                client.send(get("/big"))
                try await Task.sleep(for: .milliseconds(300))
                #expect(try client.readResponse().body.count == 4_000_000)
            }
        }

        @Test func `an idle connection outlasts the other deadlines, and ends by its own`()
            async throws
        {
            try await withServer(
                Self.routes,
                deadlines: Deadlines(
                    request: .milliseconds(100), response: .milliseconds(100),
                    idle: .milliseconds(1500))
            ) { _, port in
                let client = try RawConnection(port: port)
                client.send(get("/m"))
                #expect(try client.readResponse().status == 200)
                #expect(!client.ends(within: .milliseconds(500)))
                client.send(get("/m"))
                #expect(try client.readResponse().status == 200)
                #expect(client.ends(within: .seconds(60)))
            }
        }

        @Test func `a client that closes its side with its request is answered and let go`()
            async throws
        {
            try await withServer(
                Self.routes, deadlines: Deadlines(request: .milliseconds(500))
            ) { server, port in
                let clients = try (0..<40).map { _ in try RawConnection(port: port) }
                for client in clients { client.sendLast(get("/m")) }
                for client in clients {
                    #expect(try client.readResponse().status == 200)
                    #expect(client.ends(within: .seconds(60)))
                }
                try await eventually("no connection is left") { server.connectionCount == 0 }
            }
        }
    }
}
