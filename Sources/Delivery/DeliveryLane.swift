/// How soon a failed delivery is tried again.
public enum DeliveryLane: Sendable, Hashable, CaseIterable {
    /// The failure may pass by itself.
    case quick
    /// Somebody has to mend something.
    case slow
    /// The receiver is gone: not before its URL changes.
    case stopped
}
