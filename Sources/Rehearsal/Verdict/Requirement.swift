import Domain
import ExchangeRate
import Freshness

/// An alert that must fire, by the rules of the configuration.
struct Requirement: Sendable {
    /// One of these.
    let names: Set<AlertName>
    /// Nil for an alert of the account.
    let base: CurrencyCode?
    /// When it fires at the latest.
    let firesBy: Timestamp

    func isMet(by alert: SimulationLog.FiredAlert) -> Bool {
        names.contains(alert.name) && alert.base == base && alert.firedAt <= firesBy
    }
}
