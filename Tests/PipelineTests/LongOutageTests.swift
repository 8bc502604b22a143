import Domain
import Foundation
import HTTP
import TestKit
import Testing

@testable import Pipeline

struct LongOutageTests {
    @Test func `six hours of a dead receiver end in one message that tells start and end`()
        async throws
    {
        let transport = ScriptedTransport(.success(HTTPResponse(status: 503)))
        let bench = EngineBench(alerting: .example("oncall"), transport: transport) { _, age in
            // Stale from 1500 to 9000.
            .fresh(age: 300..<9000 ~= age ? 300 : age)
        }
        bench.start()
        for hour in 1...7 { #expect(await bench.advance { bench.elapsed > hour * 3600 }) }
        #expect(await bench.waitUntilQuiet())
        let tries = bench.sent
        #expect(tries.first == "firing ExchangeRateStale")
        #expect(tries.last == "resolved ExchangeRateStale")
        // One every 5 min, and the quick ones after the start and after the end.
        #expect(60...100 ~= tries.count)
        #expect(Set(transport.requests.compactMap { $0.headers["webhook-id"] }).count == 2)
        #expect(bench.board.snapshot.receivers[0].waiting.count == 1)

        transport.answer(by: .success(HTTPResponse(status: 200)))
        for hour in 8...9 { #expect(await bench.advance { bench.elapsed > hour * 3600 }) }
        #expect(bench.sent.dropFirst(tries.count) == ["resolved ExchangeRateStale"])
        #expect(bench.board.snapshot.receivers[0].waiting.isEmpty)
        #expect(bench.board.snapshot.receivers[0].counters.dropped == 0)
        let told = try transport.requests.map { try Self.times(of: $0.body) }
        #expect(Set(told.map(\.start)).count == 1)
        // The clock may run on to the deadlines of writes that are under way.
        #expect(told.last?.end.hasPrefix("2026-06-16T16:3") == true, "\(told.suffix(1))")
        await bench.stop()
    }

    private static func times(of body: [UInt8]) throws -> (start: String, end: String) {
        struct Message: Decodable {
            struct Alert: Decodable {
                let startsAt: String
                let endsAt: String
            }
            let alerts: [Alert]
        }
        let alert = try #require(
            try JSONDecoder().decode(Message.self, from: Data(body)).alerts.first)
        return (alert.startsAt, alert.endsAt)
    }
}
