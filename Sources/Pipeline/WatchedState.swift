import Domain
import ExchangeRate
import FoundationEssentials
import Freshness

/// All that is known of one base beside its schedule.
struct WatchedState: Sendable {
    var book: SymbolBook
    var counters = PollCounters()
    /// Oldest first, at most `PollRecord.keptPerBase`.
    var recentPolls: [PollRecord]
    /// What the last failure said; nil after a good answer.
    var lastErrorMessage: String?
    /// What the last good answer had that was not taken.
    var lastRejected: [CurrencyCode: RateRejection] = [:]
    /// What pages show of the symbols: changes with an answer alone.
    var symbols: [SymbolSnapshot] = []

    mutating func add(_ record: PollRecord) {
        recentPolls.append(record)
        recentPolls.removeFirst(max(0, recentPolls.count - PollRecord.keptPerBase))
    }

    /// Computes anew what pages show of the symbols.
    ///
    /// - Parameter interval: the base's own interval, which is added to each limit.
    mutating func refreshSymbols(limits: FreshnessLimits, interval: Duration) {
        symbols = book.entries.values.sorted { $0.state.symbol < $1.state.symbol }.map { entry in
            let dueAt = Self.dueTime(of: entry, limits: limits, interval: interval)
            return SymbolSnapshot(
                symbol: entry.state.symbol,
                observation: entry.state.reading.map { reading in
                    SymbolSnapshot.Observation(
                        rateText: reading.rate.description, source: reading.source,
                        marketSession: reading.marketSession, observedAt: reading.observedAt,
                        stamp: reading.stamp,
                        ageAtArrival: max(.zero, entry.arrival.timestamp - reading.observedAt),
                        arrivedAt: entry.arrival.instant,
                        upstreamInterval: reading.upstreamInterval)
                },
                dueAt: dueAt, staleAfter: entry.arrival.instant(at: dueAt),
                isInLastGoodAnswer: entry.state.isInLastGoodAnswer)
        }
    }

    private static func dueTime(
        of entry: SymbolBook.Entry, limits: FreshnessLimits, interval: Duration
    ) -> Timestamp {
        guard let reading = entry.state.reading else {
            return entry.state.expectedSince + limits.live + interval
        }
        // Data stamped ahead of the clock is as old as its arrival.
        let observedAt = min(reading.observedAt, entry.arrival.timestamp)
        // What a session says of which time was settled when the reply came.
        return limits.due(
            source: reading.source, marketSession: reading.marketSession, observedAt: observedAt,
            interval: interval + reading.upstreamInterval, now: observedAt)
    }
}
