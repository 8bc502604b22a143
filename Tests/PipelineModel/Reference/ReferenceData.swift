import Domain
import ExchangeRate
import Freshness

/// What data is known, and until when it is fresh.
struct ReferenceData {
    struct Reading: Hashable {
        var observedAt: Timestamp
        var source: String
        var session: String?
    }

    struct Symbol: Hashable {
        var expectedSince: Timestamp
        /// When its reading came, or the process began; what never came, since when it is missed.
        var arrival: Moment
        var reading: Reading?
        var lastSeen: Timestamp?
        var isInLastAnswer = false
    }

    struct Base {
        var watched: Setup.Base
        var firstDue: Moment
        var symbols: [CurrencyCode: Symbol]

        init(_ watched: Setup.Base, now: Moment) {
            self.watched = watched
            firstDue = now
            symbols = [:]
            expect(now: now)
        }

        mutating func expect(now: Moment) {
            for symbol in watched.symbols where symbols[symbol] == nil {
                symbols[symbol] = Symbol(expectedSince: now.timestamp, arrival: now)
            }
        }
    }

    var bases: [CurrencyCode: Base] = [:]
    var retired: [CurrencyCode: Base] = [:]

    /// Takes in the symbols of a good answer, with their times and classes.
    mutating func take(
        _ seen: [CurrencyCode: Reading], of code: CurrencyCode, now: Moment
    ) {
        guard var base = bases[code] else { return }
        for (symbol, reading) in seen {
            guard reading.observedAt <= now.timestamp + .seconds(300) else { continue }
            var known =
                base.symbols[symbol] ?? Symbol(expectedSince: now.timestamp, arrival: now)
            if let old = known.reading?.observedAt, old > reading.observedAt { continue }
            if known.reading?.observedAt != reading.observedAt { known.arrival = now }
            var reading = reading
            // What is said of the market after an opening says nothing of the time before it.
            if reading.source == "live",
                FXCalendar.opens(after: reading.observedAt, by: now.timestamp + .seconds(300))
            {
                let isSame = known.reading?.observedAt == reading.observedAt
                reading.session = isSame ? known.reading?.session : nil
            }
            known.reading = reading
            base.symbols[symbol] = known
        }
        for (symbol, var known) in base.symbols {
            if seen[symbol] != nil {
                known.lastSeen = now.timestamp
                known.isInLastAnswer = true
            } else if base.watched.symbols.isEmpty, !known.isInLastAnswer,
                now.timestamp - (known.lastSeen ?? known.expectedSince) >= .seconds(86400)
            {
                base.symbols[symbol] = nil
                continue
            } else {
                known.isInLastAnswer = false
            }
            base.symbols[symbol] = known
        }
        bases[code] = base
    }

    /// When a symbol becomes stale, if no newer data comes.
    func staleFrom(_ symbol: Symbol, of base: Base, _ setup: Setup) -> MonotonicInstant {
        let own = setup.ownInterval(base.watched)
        guard let reading = symbol.reading else {
            return symbol.arrival.instant(at: symbol.expectedSince + setup.live + own)
        }
        let observedAt = min(reading.observedAt, symbol.arrival.timestamp)
        let due: Timestamp
        switch reading.source {
        case "fix": due = observedAt + setup.fix + own
        case "live":
            let plain = observedAt + setup.live + own
            // Far from any closing a plain duration is all that there is to it.
            let closes = FXCalendar.closure(endingAfter: observedAt).lowerBound
            due =
                plain < closes
                ? plain
                : setup.limits.due(
                    source: "live", marketSession: reading.session, observedAt: observedAt,
                    interval: own, now: observedAt)
        default: due = observedAt + setup.unlisted + own
        }
        return symbol.arrival.instant(at: due)
    }

    /// Whether a base is stale as a whole.
    func isStale(_ code: CurrencyCode, _ setup: Setup, at instant: MonotonicInstant) -> Bool {
        guard let base = bases[code] else { return false }
        guard !base.symbols.isEmpty else { return instant > staleFromNothing(base, setup) }
        let stale = base.symbols.filter { staleFrom($1, of: base, setup) < instant }
        if stale.count == base.symbols.count { return true }
        // What the last answer lacked, and what never came, says nothing of its class.
        let classes = Set(stale.values.filter(\.isInLastAnswer).compactMap(\.reading?.source))
        return classes.contains { name in
            base.symbols.allSatisfy { $1.reading?.source != name || stale[$0] != nil }
        }
    }

    func staleFromNothing(_ base: Base, _ setup: Setup) -> MonotonicInstant {
        base.firstDue.instant.advanced(by: setup.live + setup.ownInterval(base.watched))
    }

    /// Every instant after which something may be stale that was not.
    func changes(of code: CurrencyCode, _ setup: Setup) -> [MonotonicInstant] {
        guard let base = bases[code] else { return [] }
        guard !base.symbols.isEmpty else { return [staleFromNothing(base, setup)] }
        return base.symbols.values.map { staleFrom($0, of: base, setup) }
    }

    /// When each symbol that has data begins to be stale.
    func ends(of code: CurrencyCode, _ setup: Setup) -> [MonotonicInstant] {
        guard let base = bases[code] else { return [] }
        return base.symbols.values.filter { $0.reading != nil }
            .map { staleFrom($0, of: base, setup) }
    }

    /// When data that is fresh now makes its base stale, if no newer comes.
    func baseStaleFrom(_ setup: Setup, now: Moment) -> MonotonicInstant? {
        bases.keys.compactMap { code -> MonotonicInstant? in
            guard !isStale(code, setup, at: now.instant),
                bases[code]?.symbols.values.contains(where: { $0.reading != nil }) == true
            else { return nil }
            return changes(of: code, setup).sorted().first {
                isStale(code, setup, at: $0.advanced(by: .nanoseconds(1)))
            }
        }.min()
    }

    mutating func restart(now: Moment) {
        retired = [:]
        for code in bases.keys {
            guard var base = bases[code] else { continue }
            base.firstDue = now.past(base.firstDue.timestamp)
            base.symbols = base.symbols.mapValues { symbol in
                var symbol = symbol
                symbol.expectedSince = min(symbol.expectedSince, now.timestamp)
                symbol.arrival = now
                return symbol
            }
            bases[code] = base
        }
    }
}
