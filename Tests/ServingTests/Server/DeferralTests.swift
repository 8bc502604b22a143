import Foundation
import Synchronization
import TestKit
import Testing

@testable import Serving

extension ServerTests {
    @Suite struct DeferralTests {
        /// Keeps what its requests wait for until a test gives it.
        private final class Desk: Sendable {
            private let waiting = Mutex<[@Sendable (Response) -> Void]>([])

            var count: Int { waiting.withLock { $0.count } }

            func give(_ text: String) {
                for give in waiting.withLock(\.self) { give(.text(200, text)) }
            }

            var route: Route {
                Route(.exact("/later"), label: "later", methods: [.post]) { [self] _, give in
                    waiting.withLock { $0.append(give) }
                }
            }
        }

        private static let request = "POST /later HTTP/1.1\r\nHost: localhost\r\n\r\n"

        private static func clients(_ count: Int, port: UInt16) throws -> [RawConnection] {
            try (0..<count).map { _ in
                let client = try RawConnection(port: port)
                client.send(request)
                return client
            }
        }

        @Test(arguments: [ServerSettings.Threading.pool(threads: 2), .perConnection])
        func `requests that wait for an answer hold up no others, and get it in the end`(
            threading: ServerSettings.Threading
        ) async throws {
            let desk = Desk()
            let counter = RequestCounter()
            try await withServer([desk.route, .text()], threading: threading, counter: counter) {
                _, port in
                let waiting = try Self.clients(12, port: port)
                try await eventually("all wait") { desk.count == 12 }
                for _ in 1...12 {
                    let other = try RawConnection(port: port)
                    other.send(get("/m"))
                    #expect(try other.readResponse(within: .seconds(20)).status == 200)
                }
                desk.give("first")
                desk.give("second")
                for client in waiting {
                    #expect(try client.readResponse().text == "first\n")
                    // The connection goes on.
                    client.send(get("/m"))
                    #expect(try client.readResponse().status == 200)
                }
            }
            let counts = counter.all.filter { $0.label == "later" && $0.status == 200 }
            #expect(counts.map(\.count) == [12])
        }

        @Test(arguments: [ServerSettings.Threading.pool(threads: 2), .perConnection])
        func `an answer may be given before the handler returns`(
            threading: ServerSettings.Threading
        ) async throws {
            let route = Route(.exact("/now"), label: "now") { _, give in give(.text(200, "now")) }
            try await withServer([route], threading: threading) { _, port in
                let client = try RawConnection(port: port)
                for _ in 1...100 {
                    client.send(get("/now"))
                    #expect(try client.readResponse().text == "now\n")
                }
            }
        }

        @Test func `a client that leaves meanwhile harms nothing`() async throws {
            let desk = Desk()
            try await withServer([desk.route, .text()]) { server, port in
                var clients = try Self.clients(4, port: port)
                try await eventually("all wait") { desk.count == 4 }
                clients = []
                desk.give("late")
                try await eventually("they are gone") { server.connectionCount == 0 }
                #expect(clients.isEmpty)
            }
        }

        @Test(arguments: [ServerSettings.Threading.pool(threads: 2), .perConnection])
        func `the stop waits no longer than its grace, and what is given after it is dropped`(
            threading: ServerSettings.Threading
        ) async throws {
            let desk = Desk()
            let server = Server(
                settings: ServerSettings(
                    addresses: [.ipv4("127.0.0.1", port: 0)], threading: threading),
                routes: [desk.route])
            try server.start()
            let waiting = try Self.clients(3, port: server.port)
            try await eventually("all wait") { desk.count == 3 }
            let time = await ContinuousClock().measure {
                await server.stop(grace: .milliseconds(200))
            }
            #expect(time < .seconds(30))
            desk.give("late")
            for client in waiting { #expect(client.ends(within: .seconds(60))) }
        }
    }
}
