public import Domain

/// Which alerts a receiver is told of.
public struct ReceiverRoute: Sendable, Hashable {
    /// Unique; the label `receiver`.
    public var name: String
    public var alerts: Set<AlertName>
    /// Whether it is told of the end of an alert, too.
    public var sendsResolved: Bool

    /// Makes a route.
    public init(name: String, alerts: Set<AlertName>, sendsResolved: Bool) {
        self.name = name
        self.alerts = alerts
        self.sendsResolved = sendsResolved
    }
}
