public import Freshness

/// An undelivered notification: a row that is there before its first try.
public struct OutboxItem: Sendable, Hashable {
    public var notification: Notification
    /// The type of receiver that the bodies were made for, by its name in the configuration.
    public var receiverType: String
    /// The bodies to send, one a request, frozen when the row was made.
    public var bodies: [[UInt8]]
    /// How many of the bodies, from the first, the receiver has taken.
    public var deliveredBodies: Int
    /// Tries so far.
    public var attempts: Int
    /// When it is tried again; nil: at once.
    public var nextAttemptAt: Timestamp?
    /// Until when the receiver asked to be left alone; holds over a restart.
    public var retryAfter: Timestamp?
    /// Why the last try failed; nil before the first.
    public var lastFailure: DeliveryFailure?

    /// Makes a row that was not tried yet.
    public init(notification: Notification, receiverType: String, bodies: [[UInt8]]) {
        self.notification = notification
        self.receiverType = receiverType
        self.bodies = bodies
        deliveredBodies = 0
        attempts = 0
    }
}
