public import Domain

/// What a receiver's worker does next.
public enum DeliveryStep: Sendable, Hashable {
    /// Begin this one.
    case send(OutboxItem)
    /// Look again at this instant, unless something happens before.
    case wait(until: MonotonicInstant)
    /// Nothing to do until something happens.
    case idle
}
