/// Why a try to deliver a notification failed; the raw value serves as a metric label.
public enum DeliveryFailure: String, Sendable, Hashable, CaseIterable {
    case dns
    case connect
    case tls
    case timeout
    /// The answer was cut or reset on its way.
    case interrupted
    case redirect
    /// 429.
    case rateLimited = "rate_limited"
    /// Any other 4xx.
    case client
    /// 5xx, and what no receiver should answer.
    case server
    /// A success whose body says no.
    case refused
}
