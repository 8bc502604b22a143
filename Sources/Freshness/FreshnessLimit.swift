/// How long data of one class may be the newest.
public enum FreshnessLimit: Sendable, Hashable {
    /// So long after its observation.
    case age(Duration)
    /// Until so long after 16:00 in Frankfurt on the TARGET day that follows the observation.
    ///
    /// When a provider takes over a fix of the ECB is not known, and its publication is not
    /// punctual: the grace covers both.
    case targetPublication(grace: Duration)
}
