import Domain

/// What the worker of an address does next.
enum FeedStep: Sendable, Hashable {
    /// Tell it of a group: these alerts.
    case tell(AlertName, [Alert])
    /// Look again at this instant, unless something happens before.
    case wait(until: MonotonicInstant)
    /// Nothing to do until something happens.
    case idle
}
