import Serving
import Synchronization
import TestKit
import Testing

extension ServerTests {
    @Suite struct StopTests {
        static func server(_ routes: [Route]) throws -> Server {
            let server = Server(
                settings: ServerSettings(addresses: [.ipv4("127.0.0.1", port: 0)]), routes: routes)
            try server.start()
            return server
        }

        @Test func `an answer that is under way ends before the server does`() async throws {
            let server = try Self.server([.big(bytes: 8_000_000)])
            let port = server.port
            let client = try RawConnection(port: port)
            client.send(get("/big"))
            _ = try client.readSome()
            async let stopped: Void = server.stop(grace: .seconds(10))
            try await eventually("new connections are refused") {
                (try? RawConnection(port: port)) == nil
            }
            #expect(try client.readToEnd().count > 7_000_000)
            await stopped
        }

        @Test func `an answer that nobody takes is cut after the grace`() async throws {
            let server = try Self.server([.big(bytes: 8_000_000)])
            let client = try RawConnection(port: server.port)
            client.send(get("/big"))
            _ = try client.readSome()
            let time = await ContinuousClock().measure {
                await server.stop(grace: .milliseconds(200))
            }
            #expect(time >= .milliseconds(200))
            #expect(time < .seconds(30))
            #expect(client.ends(within: .seconds(60)))
        }

        @Test func `a client that was let in just before the stop is answered`() async throws {
            let server = ListeningTests.server(.ipv4("127.0.0.1", port: 0))
            try server.start()
            var answered = 0
            for _ in 1...20 {
                let begin = ContinuousClock.now
                let client = try RawConnection(port: server.port)
                try await eventually("it is let in") { server.connectionCount == 1 }
                async let stop: Void = server.stop(grace: .seconds(10))
                client.send(get("/m"))
                let status = try? client.readResponse().status
                // It has a quarter of a second to ask, which a busy machine may take from it.
                let isLate = ContinuousClock.now - begin >= .milliseconds(250)
                #expect(status == 200 || (status == nil && isLate))
                answered += status == 200 ? 1 : 0
                await stop
                try server.start()
            }
            #expect(answered > 0)
            await server.stop(grace: .zero)
        }

        @Test func `idle and half-sent requests do not hold up the stop`() async throws {
            let server = try Self.server([.text()])
            let idle = try RawConnection(port: server.port)
            idle.send(get("/m"))
            #expect(try idle.readResponse().status == 200)
            let slow = try RawConnection(port: server.port)
            slow.send("GET /m")
            try await eventually("both are connected") { server.connectionCount == 2 }
            let time = await ContinuousClock().measure { await server.stop(grace: .seconds(30)) }
            #expect(time < .seconds(30))
            #expect(idle.ends(within: .seconds(60)))
            #expect(slow.ends(within: .seconds(60)))
        }

        @Test func `a server can be started again, but not twice`() async throws {
            let server = try Self.server([.text()])
            #expect(throws: StartError.alreadyRunning) { try server.start() }
            await server.stop(grace: .zero)
            await server.stop(grace: .zero)
            #expect(server.boundAddresses == [])
            try server.start()
            let client = try RawConnection(port: server.port)
            client.send(get("/m"))
            #expect(try client.readResponse().status == 200)
            await server.stop(grace: .zero)
        }

        @Test func `a server that is let go stops`() async throws {
            var server: Server? = try Self.server([.text()])
            let port = try #require(server?.port)
            let client = try RawConnection(port: port)
            server = nil
            #expect(client.ends(within: .seconds(60)))
            #expect(throws: RawConnectionError.self) { try RawConnection(port: port) }
        }
    }
}
