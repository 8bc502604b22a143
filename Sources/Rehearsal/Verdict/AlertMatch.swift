import Domain
import ExchangeRate
import Freshness

/// Which alerts an incident is a reason for.
struct AlertMatch: Sendable {
    let names: Set<AlertName>
    /// Bases whose alerts are meant; alerts of the account have none.
    let bases: Set<CurrencyCode>

    func holds(_ alert: SimulationLog.FiredAlert) -> Bool {
        names.contains(alert.name) && (alert.base.map(bases.contains) ?? true)
    }
}

extension Incident {
    /// The alerts that it is a reason for while it goes on, and until polling has recovered.
    func match(in bases: [WatchedBase]) -> AlertMatch {
        let ageing: Set<AlertName> = [.stale, .symbolStale]
        let hit = bases.filter { hits($0) }.map(\.base)
        let names: Set<AlertName> =
            switch kind.effect {
            case .ageing, .ageingOneSymbol: ageing
            case .limiting: ageing.union([.limited])
            case .rejecting: ageing.union([.keyRejected])
            case .silencing: []
            }
        return AlertMatch(names: names, bases: Set(hit))
    }

    /// Whether it hits what is asked of a base: one of its symbols, where it hits a symbol.
    func hits(_ watched: WatchedBase) -> Bool {
        guard hits(watched.base) else { return false }
        guard let symbol else { return true }
        return symbol != watched.base
            && (watched.symbols.isEmpty || watched.symbols.contains(symbol))
    }
}
