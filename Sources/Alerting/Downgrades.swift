import Domain
import ExchangeRate
import Freshness

/// Bases whose data became fresh again by another class than the one that died.
///
/// Such a base is downgraded until that class returns. What takes its place may die and come back
/// meanwhile, which changes nothing of what is missed.
struct Downgrades: Sendable {
    /// The missed classes by base; a base without any is absent.
    private(set) var missing: [CurrencyCode: Set<String>]
    /// The classes that were dead when a base was last found stale.
    private var dead: [CurrencyCode: [String]] = [:]
    /// Bases that were stale when they were last judged.
    private var stale: Set<CurrencyCode> = []

    /// Continues what a former process stored.
    init(_ missing: [CurrencyCode: Set<String>] = [:]) {
        self.missing = missing
    }

    /// Takes in that a base is stale as a whole.
    mutating func noteStale(_ base: BaseSnapshot, at instant: MonotonicInstant) {
        stale.insert(base.base)
        dead[base.base] = StaleRule.staleClasses(of: base, at: instant)
    }

    /// Takes in that a base is not stale.
    ///
    /// - Returns: what the resolve of its alert says, where another class took over.
    mutating func noteFresh(
        _ base: BaseSnapshot, at instant: MonotonicInstant
    ) -> [String: String] {
        // Nearly always: nothing died that could be missed.
        guard dead[base.base] != nil || missing[base.base] != nil else {
            stale.remove(base.base)
            return [:]
        }
        let fresh = StaleRule.freshClasses(of: base, at: instant)
        let lost = Set(dead[base.base] ?? []).subtracting(fresh)
        let wasStale = stale.remove(base.base) != nil
        if let missed = missing[base.base] {
            let rest = missed.subtracting(fresh)
            missing[base.base] = rest.isEmpty ? nil : rest
        } else if wasStale, !lost.isEmpty, !fresh.isEmpty {
            missing[base.base] = lost
        }
        return StaleRule.downgrade(of: base.base, to: fresh, from: lost)
    }

    /// Forgets bases that are watched no more.
    mutating func keep(_ bases: some Sequence<CurrencyCode>) {
        let bases = Set(bases)
        missing = missing.filter { bases.contains($0.key) }
        dead = dead.filter { bases.contains($0.key) }
        stale.formIntersection(bases)
    }

    /// Takes in what the storage held, where it could be read only after the start.
    mutating func merge(_ stored: [CurrencyCode: Set<String>]) {
        missing.merge(stored) { known, _ in known }
    }
}
