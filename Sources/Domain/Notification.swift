public import Freshness

/// One message to one receiver about one group of alerts.
public struct Notification: Sendable, Hashable {
    /// Why it is sent, in Alertmanager's words.
    public enum Reason: String, Sendable, Hashable, CaseIterable {
        case first = "first notification"
        case added = "new alerts added"
        case someResolved = "some alerts resolved"
        case allResolved = "all alerts resolved"
        case repeated = "repeat interval elapsed"
    }

    /// Drawn at random when it is made, the same over all tries; without a `.`.
    public var id: String
    public var receiver: String
    public var group: AlertGroup
    public var origin: GroupOrigin
    public var reason: Reason
    public var createdAt: Timestamp
    /// All that ended and that no delivered notification has told as ended, oldest first; then all
    /// that fire, those that none has told of before the others.
    ///
    /// Of more than a message has room for, `AlertSelection` says which it names; the notifications
    /// after it tell the others.
    public var alerts: [Alert]
    /// Whether it names an alert that ended, and that the receiver never heard of before.
    public var endsUnheard: Bool

    /// Makes a notification.
    public init(
        id: String, receiver: String, group: AlertGroup, origin: GroupOrigin = GroupOrigin(),
        reason: Reason, createdAt: Timestamp, alerts: [Alert], endsUnheard: Bool = false
    ) {
        self.id = id
        self.receiver = receiver
        self.group = group
        self.origin = origin
        self.reason = reason
        self.createdAt = createdAt
        self.alerts = alerts
        self.endsUnheard = endsUnheard
    }

    /// Whether at least one alert fires.
    public var isFiring: Bool { alerts.contains(where: \.isFiring) }
}
