import Domain
import ExchangeRate
import Freshness
import Testing

@Suite struct SnapshotTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        /// Of each base: whether it was polled, whether that poll has ended, whether it has data.
        var bases: [(wasAsked: Bool, hasResult: Bool, hasReading: Bool)]
        var isReady: Bool

        var testDescription: String { name }
    }

    static let cases = [
        Case(name: "no base", bases: [], isReady: false),
        Case(name: "not asked yet", bases: [(false, false, false)], isReady: false),
        Case(name: "asked, no answer yet", bases: [(true, false, false)], isReady: false),
        Case(name: "asked, in vain", bases: [(true, true, false)], isReady: false),
        Case(name: "asked, with success", bases: [(true, true, true)], isReady: true),
        Case(
            name: "one with success, one in vain",
            bases: [(true, true, true), (true, true, false)],
            isReady: true),
        Case(
            name: "one with success, one without an answer yet",
            bases: [(true, true, true), (true, false, false)], isReady: false),
        Case(
            name: "one with success, one not asked yet",
            bases: [(true, true, true), (false, false, false)], isReady: false),
    ]

    @Test(arguments: cases)
    func `ready is when all bases were tried and one has data`(_ row: Case) throws {
        let start = Moment(
            timestamp: .epoch, instant: MonotonicInstant(nanosecondsSinceBoot: 0))
        let bases = try row.bases.map { base in
            let observation = SymbolSnapshot.Observation(
                rateText: "1", source: "live", observedAt: .epoch, stamp: "", ageAtArrival: .zero,
                arrivedAt: start.instant)
            return BaseSnapshot(
                base: try #require(CurrencyCode("USD")),
                symbols: [
                    SymbolSnapshot(
                        symbol: try #require(CurrencyCode("EUR")),
                        observation: base.hasReading ? observation : nil, dueAt: .epoch,
                        staleAfter: start.instant, isInLastGoodAnswer: base.hasReading)
                ],
                lastResult: base.hasResult ? .good : nil, lastPollAt: base.wasAsked ? .epoch : nil,
                pollInterval: .seconds(60), staleWithoutSymbolsAfter: start.instant)
        }
        let snapshot = Snapshot(
            publishedAt: start, bases: bases, account: AccountSnapshot(),
            storage: StorageSnapshot(), configurationLoadedAt: .epoch,
            isConfigurationCurrent: true)
        #expect(snapshot.isReady == row.isReady)
    }
}
