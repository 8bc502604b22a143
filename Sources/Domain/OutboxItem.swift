public import Freshness

/// An undelivered notification: a row that is there before its first try.
public struct OutboxItem: Sendable, Hashable {
    public var notification: Notification
    /// The bodies to send, one a request, frozen when the row was made.
    public var bodies: [[UInt8]]
    /// Tries so far.
    public var attempts: Int
    /// When it is tried again; nil: at once.
    public var nextAttemptAt: Timestamp?
    /// Until when the receiver asked to be left alone; holds over a restart.
    public var retryAfter: Timestamp?
    /// Why the last try failed; nil before the first.
    public var lastFailure: DeliveryFailure?

    /// Makes a row that was not tried yet.
    public init(notification: Notification, bodies: [[UInt8]]) {
        self.notification = notification
        self.bodies = bodies
        attempts = 0
    }
}
