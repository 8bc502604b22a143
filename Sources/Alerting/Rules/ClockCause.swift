import ConfigTree
import Domain
import Freshness

/// A wrong local clock, which makes data look overdue that is not.
enum ClockCause {
    /// What is wrong with the clock, and what to do; nil where it is right.
    static func sentence(for base: BaseSnapshot) -> String? {
        base.clockOffset.map { offset in
            let side = offset > .zero ? "ahead of" : "behind"
            let size = (offset > .zero ? offset : .zero - offset).prometheusText
            return "The local clock is \(size) \(side) the API's: set the clock."
        }
    }

    /// Whether the clock alone may be why symbols are overdue.
    ///
    /// A clock that is ahead adds its offset to every age; one that is behind takes all data for
    /// data of the future, so that none is taken.
    static func explains(_ overdue: [SymbolSnapshot], of base: BaseSnapshot, now: Moment) -> Bool {
        guard let offset = base.clockOffset else { return false }
        return offset < .zero
            || overdue.contains { $0.staleAfter.duration(to: now.instant) <= offset }
    }
}
