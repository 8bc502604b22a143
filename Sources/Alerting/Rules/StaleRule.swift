import ConfigTree
import Domain
import ExchangeRate
import Freshness

/// `ExchangeRateStale`: all data of one class is overdue, or none came at all.
///
/// Judged by age alone, so errors and silence never end it; the reply that ends it is one with
/// fresh data.
enum StaleRule {
    /// Judges a base.
    static func verdict(on base: BaseSnapshot, now: Moment) -> RuleVerdict {
        base.isStale(at: now.instant)
            ? .met(annotations: annotations(of: base, now: now))
            : .cleared(annotations: [:])
    }

    /// The classes that hold no fresh symbol; empty where nothing ever came.
    static func staleClasses(of base: BaseSnapshot, at instant: MonotonicInstant) -> [String] {
        let observed = Set(base.symbols.compactMap { $0.observation?.source })
        return observed.subtracting(freshClasses(of: base, at: instant)).sorted()
    }

    /// The classes that hold a fresh symbol.
    static func freshClasses(of base: BaseSnapshot, at instant: MonotonicInstant) -> Set<String> {
        Set(base.symbols.filter { !$0.isStale(at: instant) }.compactMap { $0.observation?.source })
    }

    /// What the resolve says where dead classes did not come back but others took over.
    static func downgrade(
        of base: CurrencyCode, to fresh: Set<String>, from missing: Set<String>
    ) -> [String: String] {
        guard !missing.isEmpty, !fresh.isEmpty else { return [:] }
        let now = fresh.sorted().joined(separator: ", ")
        let still = missing.sorted().joined(separator: ", ")
        return [
            "summary": "\(base) rates are fresh again by another class: now \(now), "
                + "\(still) still missing"
        ]
    }

    private static func annotations(of base: BaseSnapshot, now: Moment) -> [String: String] {
        let overdue = base.symbols.filter { $0.isStale(at: now.instant) }
        let newest = overdue.filter { $0.observation != nil }.max {
            ($0.observation?.observedAt ?? .epoch) < ($1.observation?.observedAt ?? .epoch)
        }
        var sentences: [String] = []
        if let newest, let observation = newest.observation {
            let age: Duration = newest.dueAt - observation.observedAt
            sentences.append(
                """
                The newest \(observation.source) data is of \(observation.observedAt.iso8601); \
                newer was due by \(newest.dueAt.iso8601), at an age of \(age.prometheusText).
                """)
        } else {
            sentences.append("No data has come since polling began.")
        }
        sentences.append(SymbolList.sentence("Overdue", overdue.map(\.symbol.text)))
        let isClockToBlame = ClockCause.explains(overdue, of: base, now: now)
        sentences.append(ClockCause.sentence(for: base) ?? "")
        // Where polls succeed, what else there is to say would blame the provider.
        if !isClockToBlame || base.lastResult != .good {
            sentences.append(PollCause.sentence(for: base, dueAt: newest?.dueAt))
        }
        let classes = staleClasses(of: base, at: now.instant).joined(separator: ", ")
        let summary =
            if isClockToBlame {
                "\(base.base) rates count as stale: the local clock is wrong"
            } else if newest == nil {
                "\(base.base) rates never came"
            } else {
                "\(base.base) rates are stale: no new \(classes) data"
            }
        return [
            "summary": summary,
            "description": sentences.filter { !$0.isEmpty }.joined(separator: " "),
        ]
    }
}
