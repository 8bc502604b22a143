import Glibc
import Serving
import TestKit
import Testing

extension ServerTests {
    @Suite struct LimitTests {
        @Test func `of 60 unread answers 40 are given and 20 refused, and then all is well`()
            async throws
        {
            try await withServer([.big(bytes: 8_000_000), .text()]) { _, port in
                let clients = try (0..<60).map { _ in try RawConnection(port: port) }
                for client in clients { client.send(get("/big")) }
                let statuses = try clients.map { client -> Int in
                    // The head alone: the rest stays in the kernel and in the server.
                    let bytes = try client.readSome()
                    return Int(String(decoding: bytes[9..<12], as: UTF8.self)) ?? 0
                }
                #expect(statuses.count { $0 == 200 } == 40)
                #expect(statuses.count { $0 == 503 } == 20)

                let other = try RawConnection(port: port)
                other.send(get("/m"))
                #expect(try other.readResponse().status == 200)
                other.send(get("/big"))
                let refusal = try other.readResponse()
                #expect(refusal.status == 503)
                #expect(refusal["Retry-After"] == "1")

                for (client, status) in zip(clients, statuses) where status == 200 {
                    client.resetOnClose()
                }
            }
        }

        @Test func `a place is free again once a client has read or left`() async throws {
            try await withServer([.big(bytes: 8_000_000)], maxRequests: 2) { server, port in
                let first = try RawConnection(port: port)
                first.send(get("/big"))
                try first.waitForBytes()
                var leaver: RawConnection? = try RawConnection(port: port)
                leaver?.send(get("/big"))
                try leaver?.waitForBytes()
                #expect(Self.status(port: port) == 503)

                #expect(try first.readResponse().status == 200)
                try await eventually("a place is free") { Self.status(port: port) == 200 }
                try await eventually("the last one has left") { server.connectionCount == 2 }

                first.send(get("/big"))
                try first.waitForBytes()
                #expect(Self.status(port: port) == 503)
                leaver = nil
                try await eventually("a place is free") { Self.status(port: port) == 200 }
            }
        }

        @Test func `an answer that only the kernel holds still has its place`() async throws {
            try await withServer([.big(bytes: 60_000)], maxRequests: 1) { _, port in
                let reader = try RawConnection(port: port, receiveBuffer: 2048)
                reader.send(get("/big"))
                try reader.waitForBytes()
                for _ in 0..<20 { #expect(Self.status(port: port) == 503) }
                #expect(try reader.readResponse().body.count == 60_000)
                try await eventually("the place is free") { Self.status(port: port) == 200 }
            }
        }

        /// The status of a whole `/big` on a connection of its own.
        private static func status(port: UInt16) -> Int? {
            guard let client = try? RawConnection(port: port) else { return nil }
            client.send(get("/big"))
            return try? client.readResponse().status
        }

        @Test func `a thousand resets in mid-body leave nothing behind`() async throws {
            try await withServer([.big(bytes: 1_000_000), .text()]) { server, port in
                for _ in 0..<1000 {
                    let client = try RawConnection(port: port)
                    client.send(get("/big"))
                    _ = try client.readSome()
                    client.resetOnClose()
                }
                try await eventually("all connections are gone") { server.connectionCount == 0 }
                try await eventually("all descriptors are closed") {
                    Self.descriptors(boundTo: port) == 1
                }
                let client = try RawConnection(port: port)
                client.send(get("/m"))
                #expect(try client.readResponse().status == 200)
            }
        }

        /// How many descriptors of this process are sockets at a port of its own.
        private static func descriptors(boundTo port: UInt16) -> Int {
            (0..<Int32(1024)).count { descriptor in
                var address = sockaddr_in()
                var length = socklen_t(MemoryLayout<sockaddr_in>.size)
                let result = withUnsafeMutablePointer(to: &address) { pointer in
                    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                        getsockname(descriptor, $0, &length)
                    }
                }
                return result == 0 && address.sin_family == sa_family_t(AF_INET)
                    && UInt16(bigEndian: address.sin_port) == port
            }
        }

        @Test func `a connection over the limit waits while answers are under way on all`()
            async throws
        {
            try await withServer(
                [.big(bytes: 8_000_000), .text()], maxConnections: 4
            ) { server, port in
                let busy = try (0..<4).map { _ in try RawConnection(port: port) }
                for client in busy {
                    client.send(get("/big"))
                    try client.waitForBytes()
                }
                let client = try RawConnection(port: port)
                client.send(get("/m"))
                #expect(throws: RawConnectionError.timeout) {
                    try client.waitForBytes(within: .milliseconds(300))
                }
                // Not by its end: it is idle then, and makes room as such.
                #expect(try busy[0].readResponse().body.count == 8_000_000)
                #expect(try client.readResponse().status == 200)
                for client in busy { client.resetOnClose() }
            }
        }

        @Test(arguments: ["", "GET /m", "GET /m HTTP/1.1\r\nHost: x\r\nA: "])
        func `connections that complete no request make room for new ones`(sent: String)
            async throws
        {
            try await withServer([.text()], maxConnections: 64) { server, port in
                var holders: [RawConnection] = []
                for _ in 0..<150 {
                    let holder = try RawConnection(port: port)
                    holder.send(sent)
                    holders.append(holder)
                }
                for _ in 0..<100 {
                    let start = ContinuousClock.now
                    let client = try RawConnection(port: port)
                    client.send(get("/m"))
                    #expect(try client.readResponse().status == 200)
                    #expect(ContinuousClock.now - start < .seconds(5) * Sanitizer.slowness)
                }
                #expect(holders[0].ends(within: .seconds(10)))
                #expect(server.connectionCount <= 64)
            }
        }

        @Test func `an answer under way is not ended for new connections`() async throws {
            try await withServer(
                [.big(bytes: 8_000_000), .text()], maxConnections: 16
            ) { _, port in
                let reader = try RawConnection(port: port)
                reader.send(get("/big"))
                try reader.waitForBytes()
                let holders = try (0..<60).map { _ in try RawConnection(port: port) }
                for holder in holders { holder.send("GET /m") }
                let client = try RawConnection(port: port)
                client.send(get("/m"))
                #expect(try client.readResponse().status == 200)
                #expect(try reader.readResponse().body.count == 8_000_000)
            }
        }

        @Test func `idle connections make room for new ones`() async throws {
            try await withServer([.text()], maxConnections: 16) { _, port in
                var clients: [RawConnection] = []
                for _ in 0..<100 {
                    let client = try RawConnection(port: port)
                    client.send(get("/m"))
                    #expect(try client.readResponse().status == 200)
                    clients.append(client)
                }
                #expect(clients[0].ends(within: .seconds(60)))
                #expect(!clients[99].ends(within: .zero))
            }
        }
    }
}
