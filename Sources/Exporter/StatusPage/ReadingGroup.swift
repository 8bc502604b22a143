import Domain
import ExchangeRate
import Freshness

/// Symbols of a base that share all but their rate: most replies make one group, mixed ones a few.
struct ReadingGroup {
    /// What the symbols of a group have in common.
    struct Key: Hashable {
        var source: String?
        var marketSession: String?
        var stamp: String
        var observedAt: Timestamp?
        var dueAt: Timestamp
        var staleAfter: MonotonicInstant
        var isInLastGoodAnswer: Bool
    }

    let key: Key
    var symbols: [SymbolSnapshot]

    /// The groups of a base: those past their due time first, then in the order of their symbols.
    static func all(of base: BaseSnapshot, at instant: MonotonicInstant) -> [ReadingGroup] {
        var groups: [ReadingGroup] = []
        var positions: [Key: Int] = [:]
        for symbol in base.symbols {
            let key = Key(
                source: symbol.observation?.source,
                marketSession: session(of: symbol, in: base),
                stamp: symbol.observation?.stamp ?? "",
                observedAt: symbol.observation?.observedAt, dueAt: symbol.dueAt,
                staleAfter: symbol.staleAfter, isInLastGoodAnswer: symbol.isInLastGoodAnswer)
            if let position = positions[key] {
                groups[position].symbols.append(symbol)
            } else {
                positions[key] = groups.count
                groups.append(ReadingGroup(key: key, symbols: [symbol]))
            }
        }
        return groups.filter { $0.isStale(at: instant) }
            + groups.filter { !$0.isStale(at: instant) }
    }

    /// The session of the newest reply with the symbol: an observation of live data keeps one from
    /// before the opening, which people would take for the present.
    private static func session(of symbol: SymbolSnapshot, in base: BaseSnapshot) -> String? {
        let isLive = symbol.observation?.source == FreshnessLimits.liveClass
        return isLive && symbol.isInLastGoodAnswer
            ? base.context?.marketSession : symbol.observation?.marketSession
    }

    /// Whether newer data is overdue.
    func isStale(at instant: MonotonicInstant) -> Bool {
        instant > key.staleAfter
    }

    /// The age of the oldest symbol; nil where none has come.
    func age(at instant: MonotonicInstant) -> Duration? {
        symbols.compactMap { $0.observation?.age(at: instant) }.max()
    }
}
