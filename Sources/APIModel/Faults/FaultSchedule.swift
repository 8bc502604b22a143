import ExchangeRate
import Freshness

/// The faults that are switched on, and which request meets which of them.
public struct FaultSchedule: Sendable {
    /// A rule that is switched on.
    public struct Entry: Sendable, Hashable {
        /// Counts from 1 in the order of switching on.
        public let id: Int
        public internal(set) var rule: FaultRule
        /// How many requests matched.
        public internal(set) var matched = 0
    }

    /// The rules in force, in the order of switching on.
    public private(set) var entries: [Entry] = []
    private var lastID = 0

    /// Makes a schedule without faults.
    public init() {}

    /// Switches a rule on.
    @discardableResult
    public mutating func add(_ rule: FaultRule) -> Entry {
        lastID += 1
        let entry = Entry(id: lastID, rule: rule)
        entries.append(entry)
        return entry
    }

    /// Switches off the rules of a kind, or with an identity, or all; the number of those that were.
    @discardableResult
    public mutating func remove(kind: FaultKind? = nil, id: Int? = nil) -> Int {
        let before = entries.count
        entries.removeAll { entry in
            (kind == nil || entry.rule.kind == kind) && (id == nil || entry.id == id)
        }
        return before - entries.count
    }

    /// The rules that the next request meets, which counts it against each.
    mutating func rules(for base: CurrencyCode?, at now: Timestamp) -> [FaultRule] {
        var met: [FaultRule] = []
        for index in entries.indices {
            let rule = entries[index].rule
            guard rule.base == nil || rule.base == base, rule.start.map({ $0 <= now }) ?? true,
                rule.end.map({ now < $0 }) ?? true
            else { continue }
            entries[index].matched += 1
            guard entries[index].matched.isMultiple(of: rule.every) else { continue }
            met.append(rule)
            entries[index].rule.remaining = rule.remaining.map { $0 - 1 }
        }
        entries.removeAll { entry in
            entry.rule.remaining.map { $0 <= 0 } ?? false
                || entry.rule.end.map { $0 <= now } ?? false
        }
        return met
    }
}
