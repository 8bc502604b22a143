public import Alerting
public import Delivery

/// What alerts and their delivery need of the configuration.
public struct AlertingSettings: Sendable, Hashable {
    public var alerts: AlertSettings
    public var receivers: [ReceiverSettings]
    /// The address of the status page, for links.
    public var externalURL: String
    /// The version of the daemon, as it names itself to receivers.
    public var version: String

    /// Makes settings.
    public init(
        alerts: AlertSettings, receivers: [ReceiverSettings], externalURL: String,
        version: String
    ) {
        self.alerts = alerts
        self.receivers = receivers
        self.externalURL = externalURL
        self.version = version
    }
}
