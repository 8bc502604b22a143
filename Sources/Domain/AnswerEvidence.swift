public import ExchangeRate
public import Freshness

/// What an answer of the API says of limits.
public enum AnswerKind: String, Sendable, Hashable {
    case good
    case limit
    case quota
    /// Neither good nor a limit.
    case other
}

/// Rejections of the key or the plan that no later good answer has made up for.
public struct KeyRejections: Sendable, Hashable {
    /// When the last 401 came.
    public var unauthorizedAt: Timestamp?
    /// Bases that the plan does not cover.
    public var forbidden: Set<CurrencyCode>

    /// Makes an empty set of rejections.
    public init(unauthorizedAt: Timestamp? = nil, forbidden: Set<CurrencyCode> = []) {
        self.unauthorizedAt = unauthorizedAt
        self.forbidden = forbidden
    }

    /// Whether nothing stands against the key.
    public var isEmpty: Bool { unauthorizedAt == nil && forbidden.isEmpty }
}
