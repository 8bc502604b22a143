import Domain
import TestKit
import Testing

@testable import Pipeline

/// The sign of life that evaluations give.
struct EngineWatchdogTests {
    /// What hangs meanwhile, for ever.
    enum Hang: CaseIterable {
        case nothing, disk, api, receiver
    }

    @Test(arguments: Hang.allCases)
    func `it is fed at its interval, whatever hangs`(hang: Hang) async throws {
        let fed = Recorder<MonotonicInstant>()
        let receiver = HangingTransport(url: "http://127.0.0.1:9/oncall")
        let clock = ManualClock(.example)
        let bench = EngineBench(
            clock: clock, alerting: .example("oncall"), carrier: receiver,
            watchdog: Watchdog(interval: .seconds(7)) { fed.note(clock.now.instant) },
            isAPIHanging: hang == .api
        ) { _, age in .fresh(age: hang == .receiver ? 0 : age) }
        if hang == .disk { bench.store.set(.hangs) }
        bench.start()
        #expect(await eventually { !fed.values.isEmpty })
        // Data that stands still is stale, and told, after 20 minutes.
        for _ in 1...(hang == .receiver ? 200 : 60) {
            bench.clock.advance(by: .seconds(7))
            #expect(await eventually { fed.values.last == bench.clock.now.instant })
        }
        switch hang {
        case .nothing: #expect(await eventually { bench.polls == 2 })
        case .disk: #expect(bench.store.isHanging)
        case .api: #expect(bench.requests.values.count == 1)
        case .receiver: #expect(await eventually { receiver.hanging == 1 })
        }
        bench.store.set(.works)
        await bench.stop()
        #expect(bench.clock.nextWake == nil, "no timer of its own goes on without the loop")
    }

    @Test func `without an interval it follows evaluations alone`() async throws {
        let fed = Recorder<Void>()
        let bench = EngineBench(watchdog: Watchdog { fed.note(()) })
        bench.start()
        #expect(await eventually { bench.polls == 1 && !fed.values.isEmpty && bench.isAsleep })
        #expect(await bench.poll())
        #expect(await eventually { fed.values.count >= 2 && bench.isAsleep })
        #expect(fed.values.count <= 4, "\(fed.values.count) times")
        await bench.stop()
    }
}
