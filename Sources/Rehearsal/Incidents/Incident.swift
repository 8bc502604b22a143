import ConfigTree
public import ExchangeRate
public import Freshness

/// Something that goes wrong for a time.
public struct Incident: Sendable, Hashable {
    public let kind: IncidentKind
    public let start: Timestamp
    public let duration: Duration
    /// The base that it hits; nil for all, and where the kind knows none.
    public var base: CurrencyCode?
    /// The symbol that it hits.
    public var symbol: CurrencyCode?
    /// The name of the receiver that it hits.
    public var receiver: String?
    /// How long an answer takes.
    public var delay: Duration?
    /// How far behind the data is.
    public var lag: Duration?
    /// How long a limit answer asks to wait.
    public var retryAfter: Duration?

    /// Makes an incident.
    public init(_ kind: IncidentKind, at start: Timestamp, for duration: Duration) {
        self.kind = kind
        self.start = start
        self.duration = duration
    }

    /// When it is over.
    public var end: Timestamp { start + duration }

    /// Kind and parameters, without the times: `missing symbol symbol=EUR`.
    public var title: String {
        let values: [(IncidentParameter, String?)] = [
            (.delay, delay?.prometheusText), (.by, lag?.prometheusText),
            (.retryAfter, retryAfter?.prometheusText), (.symbol, symbol?.text),
            (.base, base?.text), (.receiver, receiver),
        ]
        return kind.rawValue
            + values.compactMap { name, value in value.map { " \(name.rawValue)=\($0)" } }.joined()
    }

    /// Whether it goes on at a time.
    func isUnderWay(at time: Timestamp) -> Bool { start <= time && time < end }

    /// Whether it hits what is asked of a base.
    func hits(_ base: CurrencyCode) -> Bool { self.base == nil || self.base == base }
}
