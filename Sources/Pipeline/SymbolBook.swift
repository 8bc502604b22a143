import Domain
import ExchangeRate
import Freshness

/// The newest reading of each symbol of one base.
///
/// Data is ordered by its own time, never by its arrival: a reading is never replaced by an older
/// one, and a symbol without a usable value keeps what it had.
struct SymbolBook: Sendable {
    /// A symbol, and the moment from which the age of its reading is counted.
    struct Entry: Sendable {
        var state: SymbolState
        /// When the reading came, or when the process began that read it from the storage.
        ///
        /// The wall clock counts at this moment alone.
        var arrival: Moment
    }

    /// What a reply changed.
    struct Changes: Sendable {
        var changed: [SymbolState] = []
        var removed: [SymbolKey] = []
        var rejected: [CurrencyCode: RateRejection] = [:]
    }

    /// How far ahead of the clock a reading's time may be, and an opening that a session tells of.
    static let tolerance: Duration = .seconds(5 * 60)
    /// How long a symbol that nobody listed stays after it was last in a reply.
    static let lingering: Duration = .seconds(24 * 3600)

    private(set) var watched: WatchedBase
    private(set) var entries: [CurrencyCode: Entry]

    /// Continues from what was stored; symbols that are no longer watched are left out.
    init(watched: WatchedBase, stored: [SymbolState], firstDueAt: Timestamp, now: Moment) {
        self.watched = watched
        entries = [:]
        for var state in stored where state.base == watched.base && isWatched(state.symbol) {
            // A clock that was ahead must not put off when a symbol that never comes is missed.
            state.expectedSince = min(state.expectedSince, now.timestamp)
            entries[state.symbol] = Entry(state: state, arrival: now)
        }
        for symbol in watched.symbols where entries[symbol] == nil {
            let isFirstStart = stored.isEmpty
            entries[symbol] = Entry(
                state: SymbolState(
                    base: watched.base, symbol: symbol,
                    expectedSince: isFirstStart ? firstDueAt : now.timestamp),
                arrival: now)
        }
    }

    /// Takes over another set of symbols; those that stay keep their readings.
    mutating func reconfigure(_ watched: WatchedBase, now: Moment) {
        guard watched.symbols != self.watched.symbols else {
            self.watched = watched
            return
        }
        self.watched = watched
        entries = entries.filter { isWatched($0.key) }
        for symbol in watched.symbols where entries[symbol] == nil {
            entries[symbol] = Entry(
                state: SymbolState(
                    base: watched.base, symbol: symbol, expectedSince: now.timestamp),
                arrival: now)
        }
    }

    /// Every symbol of the set, sorted.
    var states: [SymbolState] {
        entries.values.map(\.state).sorted { $0.symbol < $1.symbol }
    }

    /// Takes in a good answer.
    mutating func take(_ latest: Latest, now: Moment) -> Changes {
        var changes = Changes()
        for (text, reason) in latest.rejected {
            if let symbol = CurrencyCode(text), isWatched(symbol) {
                changes.rejected[symbol] = reason
            }
        }
        var seen: Set<CurrencyCode> = []
        for (text, rate) in latest.rates {
            guard let symbol = CurrencyCode(text), isWatched(symbol),
                let observedAt = latest.effectiveTimes[text] ?? latest.observedAt
            else { continue }
            seen.insert(symbol)
            let reading = Reading(
                rate: rate, observedAt: observedAt,
                stamp: latest.effectiveAt[text] ?? latest.dataUpdatedAt,
                source: latest.source(of: text), marketSession: latest.marketSession,
                upstreamInterval: latest.pollInterval ?? .zero)
            if let reason = take(reading, of: symbol, now: now) {
                changes.rejected[symbol] = reason
            }
        }
        settle(seen: seen, now: now, into: &changes)
        changes.changed = changes.changed.sorted { $0.symbol < $1.symbol }
        return changes
    }

    /// Takes in what the storage held, where it could be read only after the start.
    mutating func merge(_ stored: [SymbolState], now: Moment) {
        for state in stored where state.base == watched.base && isWatched(state.symbol) {
            guard var entry = entries[state.symbol] else {
                entries[state.symbol] = Entry(state: state, arrival: now)
                continue
            }
            entry.state.expectedSince = min(entry.state.expectedSince, state.expectedSince)
            if let reading = state.reading,
                entry.state.reading.map({ $0.observedAt < reading.observedAt }) ?? true
            {
                entry.state.reading = reading
                entry.arrival = now
            }
            entries[state.symbol] = entry
        }
    }

    private func isWatched(_ symbol: CurrencyCode) -> Bool {
        symbol != watched.base && (watched.symbols.isEmpty || watched.symbols.contains(symbol))
    }

    /// Puts a reading in its place, or says why not.
    private mutating func take(
        _ reading: Reading, of symbol: CurrencyCode, now: Moment
    ) -> RateRejection? {
        guard reading.observedAt <= now.timestamp + Self.tolerance else { return .future }
        var reading = reading
        var entry =
            entries[symbol]
            ?? Entry(
                state: SymbolState(
                    base: watched.base, symbol: symbol, expectedSince: now.timestamp),
                arrival: now)
        if let known = entry.state.reading {
            guard reading.observedAt >= known.observedAt else { return .older }
            // The same data seen again is as old as it was: the clock may have jumped since.
            if reading.observedAt > known.observedAt { entry.arrival = now }
        } else {
            entry.arrival = now
        }
        // A reply after an opening says nothing of the time before it, in which the data became old.
        if reading.source == FreshnessLimits.liveClass,
            FXCalendar.opens(after: reading.observedAt, by: now.timestamp + Self.tolerance)
        {
            let known = entry.state.reading
            reading.marketSession =
                known?.observedAt == reading.observedAt ? known?.marketSession : nil
        }
        entry.state.reading = reading
        entries[symbol] = entry
        return nil
    }

    /// Notes which symbols the answer held, and lets go of those that are long absent.
    private mutating func settle(
        seen: Set<CurrencyCode>, now: Moment, into changes: inout Changes
    ) {
        for (symbol, entry) in entries {
            var state = entry.state
            if seen.contains(symbol) {
                state.lastSeenAt = now.timestamp
                state.isInLastGoodAnswer = true
            } else {
                let isUnlisted = watched.symbols.isEmpty
                let lastSeenAt = state.lastSeenAt ?? state.expectedSince
                // Never at the first answer that lacks the symbol: after a long outage it was last
                // seen long ago, and one odd answer is to remove nothing.
                if isUnlisted, !state.isInLastGoodAnswer,
                    now.timestamp - lastSeenAt >= Self.lingering
                {
                    entries[symbol] = nil
                    changes.removed.append(SymbolKey(base: watched.base, symbol: symbol))
                    continue
                }
                state.isInLastGoodAnswer = false
            }
            // What never came is stored as well, or its waiting would begin anew with each start.
            if state != entry.state || seen.contains(symbol) || state.reading == nil {
                entries[symbol]?.state = state
                changes.changed.append(state)
            }
        }
        changes.removed.sort { $0.symbol < $1.symbol }
    }
}
