import ExchangeRateURLSession
import HTTP
import TestKit
import Testing

@Suite(.byTheClock) struct URLSessionTransportLifecycleTests {
    @Test(arguments: ["", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc"])
    func `cancelling the task ends the request at once`(sent: String) async throws {
        let transport = URLSessionTransport()
        let server = try LoopbackServer(.send(sent), .hang)
        defer { server.stop() }
        let url = server.url
        let task = Task { await transport.failure(of: .get(url, timeout: .seconds(60))) }
        #expect(await eventually { server.requests.count == 1 })
        let start = ContinuousClock.now
        task.cancel()
        #expect(await task.value?.kind == .cancelled)
        #expect(ContinuousClock.now - start < .seconds(40) * Sanitizer.slowness)
        #expect(await eventually { server.openConnectionCount == 0 })
    }

    @Test func `a task that was cancelled before it sent sends nothing in the end`() async throws {
        let transport = URLSessionTransport()
        let server = try LoopbackServer(.hang)
        defer { server.stop() }
        let url = server.url
        for _ in 1...100 {
            let task = Task { await transport.failure(of: .get(url, timeout: .seconds(60))) }
            task.cancel()
            #expect(await task.value?.kind == .cancelled)
        }
        #expect(await eventually { server.openConnectionCount == 0 })
    }

    @Test func `a transport that is let go ends its connections`() async throws {
        let server = try LoopbackServer(.send(answer("ok")))
        defer { server.stop() }
        do {
            let transport = URLSessionTransport()
            #expect(try await transport.send(.get(server.url)).status == 200)
            #expect(server.openConnectionCount == 1)
        }
        #expect(await eventually { server.openConnectionCount == 0 })
    }
}
