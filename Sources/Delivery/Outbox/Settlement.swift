public import Domain

/// What became of a notification after a try.
public enum Settlement: Sendable, Hashable {
    case delivered(Notification)
    /// It stays, and is tried again then.
    case again(at: Moment)
    /// It stays, and is not tried before the receiver's URL changes or the daemon starts.
    case stopped
    /// It left, since this newer one of its group tells all that it would have told.
    case replaced(by: Notification)
    /// It was given up.
    case dropped(Notification)
}
