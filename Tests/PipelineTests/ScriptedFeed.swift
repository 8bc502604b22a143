import Domain
import ExchangeRate
import Foundation
import Freshness

/// An API whose data ticks by the minute, but for what is scripted.
struct ScriptedFeed: Sendable {
    /// What stamps do while the market is closed.
    enum ClosedMarket {
        case ticks
        /// They stay at the last minute before the closing.
        case pauses
    }

    var closedMarket = ClosedMarket.ticks
    /// Stamps stand still between these times.
    var frozen: Range<Timestamp>?
    /// What all replies say of the session; nil for what is true.
    var session: String?
    var symbols = ["EUR"]

    /// The reply at a time.
    func latest(at now: Timestamp) -> Latest {
        let closing = FXCalendar.closing(before: now)
        var observed = now
        if let closing, closedMarket == .pauses { observed = closing - .seconds(60) }
        if let frozen, frozen.contains(now) { observed = min(observed, frozen.lowerBound) }
        observed = Timestamp(seconds: observed.wholeSeconds / 60 * 60) ?? observed
        return Latest(
            base: .usd, source: "live",
            marketSession: session ?? (closing == nil ? "open" : "weekend"),
            dataUpdatedAt: observed.iso8601, observedAt: observed,
            rates: Dictionary(uniqueKeysWithValues: symbols.map { ($0, Decimal(1)) }))
    }
}

extension Latest {
    /// The newest fix of the ECB that was published by a time, but for those of some days.
    static func fix(
        at now: Timestamp, without missing: CivilDate? = nil, symbols: [String] = ["EUR"]
    ) -> Latest {
        var day = TargetCalendar.day(onOrBefore: LocalClock.frankfurt.day(at: now))
        while TargetCalendar.publication(on: day) > now || day == missing {
            day = TargetCalendar.day(before: day)
        }
        let observed = TargetCalendar.publication(on: day)
        return Latest(
            base: .usd, source: "ecb_daily",
            marketSession: FXCalendar.isOpen(at: now) ? "open" : "weekend",
            dataUpdatedAt: observed.iso8601, observedAt: observed,
            rates: Dictionary(uniqueKeysWithValues: symbols.map { ($0, Decimal(1)) }))
    }
}
