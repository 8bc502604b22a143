/// The alerts that the daemon knows; the raw value is the label `alertname`.
public enum AlertName: String, Sendable, Hashable, CaseIterable, Comparable {
    /// All data of one class is overdue.
    case stale = "ExchangeRateStale"
    /// Some symbols are overdue while others of their class are fresh.
    case symbolStale = "ExchangeRateSymbolStale"
    /// The API says again and again that too much is asked.
    case limited = "ExchangeRateLimited"
    /// The API rejects the key, or the plan does not cover what is asked.
    case keyRejected = "ExchangeRateKeyRejected"

    /// The name of the rule in the configuration.
    public var settingsKey: String {
        switch self {
        case .stale: "stale"
        case .symbolStale: "symbol_stale"
        case .limited: "rate_limited"
        case .keyRejected: "key_rejected"
        }
    }

    public static func < (left: Self, right: Self) -> Bool {
        left.rawValue < right.rawValue
    }
}
