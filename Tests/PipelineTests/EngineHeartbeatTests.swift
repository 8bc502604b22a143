import Delivery
import Domain
import Foundation
import Freshness
import HTTP
import Synchronization
import TestKit
import Testing

@testable import Pipeline

struct EngineHeartbeatTests {
    private static func heartbeat(every seconds: Int) throws -> HeartbeatSettings {
        HeartbeatSettings(
            url: try ReceiverURL("https://beat.example/s3cr3t"), interval: .seconds(seconds))
    }

    private func pings(_ bench: EngineBench) -> Int {
        bench.transport.requests.count { $0.url == "https://beat.example/s3cr3t" }
    }

    /// Moves the clock from ping to ping.
    private func beat(_ bench: EngineBench, _ count: Int) async {
        for number in 1...count {
            #expect(await eventually { pings(bench) == number && bench.isAsleep })
            guard number < count else { return }
            bench.clock.advance(by: .seconds(60))
        }
    }

    @Test func `it is pinged at the beat, also while nothing changes`() async throws {
        let bench = EngineBench(heartbeat: try Self.heartbeat(every: 60))
        bench.start()
        await beat(bench, 10)
        #expect(bench.elapsed == 540)
        #expect(bench.board.snapshot.heartbeat?.lastSuccessAt != nil)
        await bench.stop()
    }

    @Test func `it is pinged while a disk hangs`() async throws {
        let bench = EngineBench(heartbeat: try Self.heartbeat(every: 60))
        bench.store.set(.hangs)
        bench.start()
        await beat(bench, 5)
        bench.store.set(.works)
        await bench.stop()
    }

    @Test func `what fails is said once, and so is that it works again`() async throws {
        let down = HTTPResponse(status: 500)
        let bench = EngineBench(
            transport: ScriptedTransport(
                .success(down), .success(down), .success(HTTPResponse(status: 200))),
            heartbeat: try Self.heartbeat(every: 2))
        bench.start()
        for number in 1...4 {
            #expect(await eventually { pings(bench) == number && bench.isAsleep })
            bench.clock.advance(by: .seconds(2))
        }
        let failing = bench.count { if case .heartbeatFailing = $0 { true } else { false } }
        let recovered = bench.count { if case .heartbeatRecovered = $0 { true } else { false } }
        #expect(failing == 1)
        #expect(recovered == 1)
        #expect(bench.board.snapshot.heartbeat?.failures == 0)
        await bench.stop()
    }

    /// Data that is stale so many seconds after the start, and whose next poll is a while off.
    private static func stored(staleAt seconds: Int) -> StoredState {
        // 15 min of `live` and 5 min of interval; one is stale just after them.
        let observedAt = Timestamp.example + .seconds(seconds - 1200) - .nanoseconds(1)
        let reading = Reading(
            rate: 0.92, observedAt: observedAt, stamp: "t", source: "live", marketSession: "open")
        return StoredState(
            bases: [
                BaseState(
                    base: .usd, firstDueAt: observedAt, lastAttemptAt: .example,
                    lastSuccessAt: .example, lastResult: .good)
            ],
            symbols: [
                SymbolState(
                    base: .usd, symbol: .eur, expectedSince: observedAt, lastSeenAt: .example,
                    isInLastGoodAnswer: true, reading: reading)
            ])
    }

    /// What the page says at each ping, where the alert is due at the start or at a ping.
    @Test(arguments: [(0, [true, true, true]), (120, [false, false, true])])
    func `a ping finds published what fires at its instant`(staleAt: Int, fires: [Bool])
        async throws
    {
        let transport = ReadingTransport()
        let bench = EngineBench(
            stored: Self.stored(staleAt: staleAt), carrier: transport,
            heartbeat: try Self.heartbeat(every: 60))
        transport.read(bench.board)
        #expect(!bench.board.snapshot.isAnyAlertFiring)
        bench.start()
        for number in 1...fires.count {
            #expect(await eventually { transport.found.count == number && bench.isAsleep })
            bench.clock.advance(by: .seconds(60))
        }
        #expect(transport.found.prefix(fires.count) == fires[...])
        #expect(bench.requests.values.isEmpty)
        await bench.stop()
    }

    @Test func `a ping that hangs delays neither polls nor pages`() async throws {
        let transport = HangingTransport(url: "https://beat.example/s3cr3t")
        let bench = EngineBench(
            alerting: .example("oncall"), carrier: transport,
            heartbeat: try Self.heartbeat(every: 60)
        ) { _, _ in .fresh(age: 0) }
        bench.start()
        #expect(await bench.advance { !transport.others.isEmpty })
        #expect(bench.polls >= 4)
        #expect(transport.hanging == 1)
        await bench.stop()
    }
}

/// A transport that reads the published snapshot whenever it is to send.
private final class ReadingTransport: HTTPTransport {
    private let state = Mutex<(board: SnapshotBoard?, found: [Bool])>((nil, []))

    func read(_ board: SnapshotBoard) { state.withLock { $0.board = board } }

    /// For each request, whether an alert fired when it left.
    var found: [Bool] { state.withLock(\.found) }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        state.withLock { state in
            state.found.append(state.board?.snapshot.isAnyAlertFiring == true)
        }
        return HTTPResponse(status: 200)
    }
}

extension Snapshot {
    fileprivate var isAnyAlertFiring: Bool { alerts.contains { $0.state?.phase == .firing } }
}
