import Domain
import ExchangeRate
import Freshness

/// `ExchangeRateSymbolStale`: some symbols are overdue while others of their class are fresh.
enum SymbolStaleRule {
    /// Judges a base.
    ///
    /// - Parameter isBaseStale: whether `ExchangeRateStale` is pending or fires for the base; then
    ///   it says all that there is to say, and this alert stands still.
    static func verdict(on base: BaseSnapshot, isBaseStale: Bool, now: Moment) -> RuleVerdict {
        guard !isBaseStale else { return .unknown }
        let overdue = base.symbols.filter { $0.isStale(at: now.instant) }
        guard !overdue.isEmpty else { return .cleared(annotations: [:]) }
        let details = overdue.prefix(SymbolList.longest).map { symbol in
            guard let observation = symbol.observation else {
                return "\(symbol.symbol) never came, though it was due by \(symbol.dueAt.iso8601)."
            }
            return "\(symbol.symbol) is of \(observation.observedAt.iso8601), "
                + "newer was due by \(symbol.dueAt.iso8601)."
        }
        let names = SymbolList.text(overdue.map(\.symbol.text))
        let left = overdue.count - details.count
        return .met(annotations: [
            "summary": "\(base.base) rates of \(names) are stale, others are fresh",
            "description":
                (details + (left > 0 ? ["And \(left) more."] : [])
                + advice(on: overdue, of: base, now: now)).joined(separator: " "),
        ])
    }

    private static func advice(
        on overdue: [SymbolSnapshot], of base: BaseSnapshot, now: Moment
    ) -> [String] {
        let clock = [ClockCause.sentence(for: base)].compactMap(\.self)
        guard !ClockCause.explains(overdue, of: base, now: now) else { return clock }
        return clock + [
            "Ask the provider whether the currency is still quoted; take it out of the "
                + "configuration where it is not."
        ]
    }
}
