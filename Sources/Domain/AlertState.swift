public import Freshness

/// An alert that is pending or fires, over restarts; an inactive one has no state.
public struct AlertState: Sendable, Hashable {
    /// How far it has come.
    public enum Phase: String, Sendable, Hashable {
        /// The condition holds, but not yet for long enough.
        case pending
        case firing
    }

    public var phase: Phase
    /// The labels of its start; later changes of the configuration do not touch them.
    public var labels: [String: String]
    public var annotations: [String: String]
    /// When the condition was first found true.
    public var startsAt: Timestamp
    /// How long the daemon has seen the condition hold while pending: the time of `for` served.
    public var heldFor: Duration
    /// How long the daemon has seen it no longer hold while firing; nil while it holds.
    public var clearFor: Duration?
    /// Since when it no longer holds, less the time that the daemon did not run; nil while it holds.
    ///
    /// A time of this process: the storage does not keep it.
    public var clearedAt: Timestamp?

    /// Makes a state.
    public init(
        phase: Phase, labels: [String: String], annotations: [String: String],
        startsAt: Timestamp, heldFor: Duration = .zero, clearFor: Duration? = nil,
        clearedAt: Timestamp? = nil
    ) {
        self.phase = phase
        self.labels = labels
        self.annotations = annotations
        self.startsAt = startsAt
        self.heldFor = heldFor
        self.clearFor = clearFor
        self.clearedAt = clearedAt
    }
}
