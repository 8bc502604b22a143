import Domain
import ExchangeRate
import Freshness
import Polling
import TestKit
import Testing

@testable import Pipeline

/// Bases that are due at the same moment, at no pace.
struct EngineTogetherTests {
    private static func bench(
        _ bases: [CurrencyCode], hanging: Set<CurrencyCode> = []
    ) -> EngineBench {
        var poll = PollSettings()
        poll.requestsPerMinute = 0
        poll.requestsPerHour = 0
        return EngineBench(
            bases: bases.map {
                WatchedBase(base: $0, symbols: [.jpy], interval: .seconds(300))
            }, poll: poll, alerting: .example(), hangingBases: hanging
        ) { _, _ in
            .failure(ExchangeRateError(reason: .server, message: ""))
        }
    }

    @Test func `their attempts are one write, and their answers another`() async {
        let bases: [CurrencyCode] = [.eur, .gbp, .usd]
        let bench = Self.bench(bases)
        bench.start()
        #expect(await eventually { bench.store.changes.count == 2 && bench.isAsleep })
        let written = bench.store.changes.map { change -> [CurrencyCode] in
            guard case .update(let update) = change else { return [] }
            return update.bases.map(\.base)
        }
        #expect(written == [bases, bases])
        await bench.stop()
    }

    @Test func `one that hangs holds the answer of another up for a moment only`() async {
        let bench = Self.bench([.eur, .gbp], hanging: [.gbp])
        bench.start()
        let moment = bench.clock.now.instant.advanced(by: .milliseconds(50))
        #expect(await eventually { bench.clock.nextWake == moment })
        #expect(bench.polls == 0)
        bench.clock.advance(by: .milliseconds(50))
        #expect(await eventually { bench.polls == 1 && bench.store.changes.count == 2 })
        let answered = bench.board.snapshot.bases.filter { $0.counters.durations.count == 1 }
        #expect(answered.map(\.base) == [.eur])
        await bench.stop()
    }
}
