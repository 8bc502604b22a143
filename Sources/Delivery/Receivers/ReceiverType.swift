/// The catalogue of receivers; the raw value is the key `type` of the configuration.
public enum ReceiverType: String, Sendable, Hashable, CaseIterable {
    case webhook
    case alertmanager
    case slack
    case pagerduty

    /// Whether it is told all alerts again and again, not each change once.
    public var tellsPresentState: Bool {
        switch self {
        case .webhook, .slack, .pagerduty: false
        case .alertmanager: true
        }
    }

    /// Makes the receiver that settings of this type describe.
    ///
    /// - Parameter version: that of the daemon, for `User-Agent`.
    public func receiver(settings: ReceiverSettings, version: String) -> any Receiver {
        switch self {
        case .webhook: WebhookReceiver(settings: settings, version: version)
        case .alertmanager: AlertmanagerReceiver(settings: settings, version: version)
        case .slack: SlackReceiver(settings: settings, version: version)
        case .pagerduty: PagerDutyReceiver(settings: settings, version: version)
        }
    }
}
