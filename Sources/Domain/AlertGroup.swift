/// Alerts that a receiver is told of together: those of one name.
public struct AlertGroup: Sendable, Hashable {
    public static let stale = AlertGroup(.stale)
    public static let symbolStale = AlertGroup(.symbolStale)
    public static let limited = AlertGroup(.limited)
    public static let keyRejected = AlertGroup(.keyRejected)
    /// The group of test notifications, which no rule ever fires in.
    public static let test = AlertGroup(alertname: "ExchangeRateTest")

    /// The label `alertname` of its alerts.
    public let alertname: String

    /// The group of the alerts of a name.
    public init(_ name: AlertName) {
        self.init(alertname: name.rawValue)
    }

    private init(alertname: String) {
        self.alertname = alertname
    }

    /// Alertmanager's key of the group.
    public var groupKey: String { "{}:{alertname=\"\(alertname)\"}" }

    /// What its alerts are named; nil for test notifications.
    public var name: AlertName? { AlertName(rawValue: alertname) }
}
