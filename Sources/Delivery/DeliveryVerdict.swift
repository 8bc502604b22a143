public import Domain

/// What an answer of a receiver, or its absence, means for the notification.
public enum DeliveryVerdict: Sendable, Hashable {
    case delivered
    /// Not delivered.
    ///
    /// - Parameter retryAfter: how long the receiver asks to be left alone; nil where it does not.
    case failed(DeliveryFailure, lane: DeliveryLane, retryAfter: Duration? = nil)
}
