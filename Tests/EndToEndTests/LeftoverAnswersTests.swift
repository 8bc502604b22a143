import Synchronization
import TestKit
import Testing

/// What a receiver, or a proxy before it, says once too often.
@Suite(.fewAtATime)
struct LeftoverAnswersTests {
    @Test func `an answer too many counts for no later notification`() async throws {
        let standIn = try await StandInProcess()
        try await standIn.freeze()
        // What came too much meets the next request of the same connection, whose own answer is no.
        let turns = Mutex<[Int: Int]>([:])
        let server = try LoopbackServer { request in
            let turn = turns.withLock { turns in
                turns[request.connection, default: 0] += 1
                return turns[request.connection]
            }
            let taken = "HTTP/1.1 204 Taken\r\n\r\n"
            return [
                .send(turn == 1 ? taken : taken + "HTTP/1.1 503 No\r\nContent-Length: 0\r\n\r\n")
            ]
        }
        defer { server.stop() }
        let exporter = try await ExporterProcess(
            .paging(standIn, to: ReceiverConfiguration(url: "\(server.url)/hook")))
        try #require(await eventually { server.requests.count == 1 })
        try standIn.clear()
        try #require(await eventually { server.requests.count == 2 })
        #expect(server.requests.map(\.connection) == [1, 2])
        await exporter.stop()
    }
}
