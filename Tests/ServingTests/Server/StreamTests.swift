import Serving
import Synchronization
import TestKit
import Testing

/// The faults that a stand-in for a server needs.
extension ServerTests {
    @Suite struct StreamTests {
        static func stream(
            length: Int?, _ next: @escaping @Sendable (Request, Int) -> StreamStep
        ) -> Route {
            Route(.exact("/f"), label: "fault") { request in
                Response(body: .stream(contentLength: length) { next(request, $0) })
            }
        }

        static func bytes(_ text: String) -> StreamStep { .bytes(Array(text.utf8)) }

        @Test(arguments: [ServerSettings.Threading.perConnection, .pool(threads: 2)])
        func `a stream of known length is sent with it`(
            _ threading: ServerSettings.Threading
        ) async throws {
            let route = Self.stream(length: 10) { _, offset in
                offset < 10 ? Self.bytes("hello") : .end
            }
            try await withServer([route], threading: threading) { _, port in
                let client = try RawConnection(port: port)
                client.send("HEAD /f HTTP/1.1\r\nHost: h\r\n\r\n" + get("/f") + get("/f"))
                #expect(try client.readResponse(isForHead: true)["Content-Length"] == "10")
                for _ in 0..<2 {
                    let response = try client.readResponse()
                    #expect(response["Content-Length"] == "10")
                    #expect(response.text == "hellohello")
                }
            }
        }

        @Test func `a stream of unknown length is sent in chunks`() async throws {
            let large = [UInt8](repeating: 1, count: 50_000)
            let route = Self.stream(length: nil) { _, offset in
                switch offset {
                case 0: .bytes(large)
                case 50_000: .bytes([2])
                default: .end
                }
            }
            try await withServer([route], threading: .perConnection) { _, port in
                let client = try RawConnection(port: port)
                client.send(get("/f"))
                let response = try client.readResponse()
                #expect(response["Transfer-Encoding"] == "chunked")
                #expect(response.body == large + [2])
            }
        }

        @Test func `a stream can end in mid-body, in order or by a reset`() async throws {
            let steps = Mutex<[StreamStep]>([.abort, .end, .reset])
            let route = Self.stream(length: 10) { _, offset in
                offset == 0 ? Self.bytes("hel") : steps.withLock { $0.removeFirst() }
            }
            try await withServer([route], threading: .perConnection) { _, port in
                for _ in 0..<2 {
                    let client = try RawConnection(port: port)
                    client.send(get("/f"))
                    let received = try client.readToEnd()
                    #expect(String(decoding: received, as: UTF8.self).hasSuffix("\r\n\r\nhel"))
                }
                let client = try RawConnection(port: port)
                client.send(get("/f"))
                #expect(throws: RawConnectionError.reset) { try client.readToEnd() }
            }
        }

        @Test(arguments: [ServerSettings.Threading.perConnection, .pool(threads: 2)])
        func `a handler can reset instead of answering`(
            _ threading: ServerSettings.Threading
        ) async throws {
            let route = Route(.exact("/f"), label: "fault") { _ in .reset }
            try await withServer([route], threading: threading) { server, port in
                let client = try RawConnection(port: port)
                client.send(get("/f"))
                #expect(throws: RawConnectionError.reset) { try client.readToEnd() }
                try await eventually("it is gone") { server.connectionCount == 0 }
            }
        }

        @Test func `a stream can drip`() async throws {
            let pause = Duration.milliseconds(50)
            let route = Self.stream(length: 5) { request, offset in
                _ = request.pause(for: offset == 0 ? .zero : pause)
                return Self.bytes("x")
            }
            try await withServer([route], threading: .perConnection) { _, port in
                let client = try RawConnection(port: port)
                client.send(get("/f"))
                let start = ContinuousClock.now
                #expect(try client.readResponse().text == "xxxxx")
                #expect(start.duration(to: .now) >= pause * 3)
            }
        }

        @Test func `handlers that hang do not hold up others, and end with the server`()
            async throws
        {
            let begun = Mutex(0)
            let ends = Mutex<[PauseEnd]>([])
            let hang = Route(.exact("/hang"), label: "hang") { request in
                begun.withLock { $0 += 1 }
                let end = request.pause(for: .seconds(3600))
                ends.withLock { $0.append(end) }
                return .text(200, "late")
            }
            var time = Duration.zero
            try await withServer([hang, .text()], threading: .perConnection) { server, port in
                let hanging = try (0..<20).map { _ in try RawConnection(port: port) }
                for client in hanging { client.send(get("/hang")) }
                try await eventually("all hang") { begun.withLock { $0 } == 20 }
                let other = try RawConnection(port: port)
                other.send(get("/m"))
                #expect(try other.readResponse().status == 200)
                let stopping = ContinuousClock.now
                await server.stop(grace: .seconds(2))
                time = stopping.duration(to: .now)
                withExtendedLifetime(hanging) {}
            }
            #expect(ends.withLock { $0 } == [PauseEnd](repeating: .serverStops, count: 20))
            #expect(time < .seconds(30))
        }

        @Test func `a handler that hangs ends when its client leaves`() async throws {
            let ends = Mutex<[PauseEnd]>([])
            let hang = Route(.exact("/hang"), label: "hang") { request in
                let end = request.pause(for: .seconds(3600))
                ends.withLock { $0.append(end) }
                return .text(200, "late")
            }
            try await withServer([hang], threading: .perConnection) { server, port in
                var client: RawConnection? = try RawConnection(port: port)
                client?.send(get("/hang"))
                try await eventually("it is connected") { server.connectionCount == 1 }
                client = nil
                try await eventually("the handler returned") {
                    ends.withLock { $0 } == [.clientLeft]
                }
                try await eventually("it is gone") { server.connectionCount == 0 }
            }
        }
    }
}
