import Foundation
import HTTP
import TestKit
import Testing
import Transport

@Suite(.byTheClock) struct CurlTransportLifecycleTests {
    @Test func `cancelling the task ends the request at once`() async throws {
        let transport = try CurlTransport()
        let server = try LoopbackServer(.hang)
        defer { server.stop() }
        let url = server.url
        let task = Task { await transport.failure(of: .get(url, timeout: .seconds(60))) }
        #expect(await eventually { server.requests.count == 1 })
        task.cancel()
        // Not by its limit of a minute: that would be a timeout.
        #expect(await task.value?.kind == .cancelled)
        #expect(await eventually { server.openConnectionCount == 0 })
    }

    @Test func `a task that was cancelled before it sent sends nothing in the end`() async throws {
        let transport = try CurlTransport()
        let server = try LoopbackServer(.hang)
        defer { server.stop() }
        let url = server.url
        for _ in 1...200 {
            let task = Task { await transport.failure(of: .get(url, timeout: .seconds(60))) }
            task.cancel()
            #expect(await task.value?.kind == .cancelled)
        }
        #expect(await eventually { server.openConnectionCount == 0 })
    }

    @Test func `a shutdown ends what hangs at once, also look-ups`() async throws {
        let transport = try CurlTransport()
        let server = try LoopbackServer(.hang)
        defer { server.stop() }
        let urls = [server.url, server.url, "http://nonexistent.invalid/"]
        let tasks = urls.map { url in
            Task { await transport.failure(of: .get(url, timeout: .seconds(60))) }
        }
        #expect(await eventually { server.requests.count == 2 })
        let start = ContinuousClock.now
        await transport.shutdown()
        let end = ContinuousClock.now
        for task in tasks.prefix(2) { #expect(await task.value?.kind == .cancelled) }
        _ = await tasks[2].value
        // It takes a millisecond; the rest is for a machine that has other things to do.
        #expect(end - start < .seconds(10) * Sanitizer.slowness)
    }

    @Test func `after a shutdown requests are cancelled, and a second one does nothing`()
        async throws
    {
        let transport = try CurlTransport()
        let server = try LoopbackServer(.send(answer("ok")))
        defer { server.stop() }
        #expect(try await transport.send(.get(server.url)).status == 200)
        await transport.shutdown()
        await transport.shutdown()
        #expect(await transport.failure(of: .get(server.url))?.kind == .cancelled)
    }

    @Test func `a transport that is let go ends its thread and its connections`() async throws {
        let server = try LoopbackServer(.send(answer("ok")))
        defer { server.stop() }
        do {
            let transport = try CurlTransport()
            #expect(try await transport.send(.get(server.url)).status == 200)
            #expect(server.openConnectionCount == 1)
        }
        #expect(await eventually { server.openConnectionCount == 0 })
    }
}
