public import Freshness

/// Whether the web configuration in force is what its files say now.
public struct WebConfigurationState: Sendable, Hashable {
    /// Whether the newest look at the files worked.
    public var isCurrent: Bool
    /// When the files were last found to say what is in force, by a start, a reload or a change.
    public var loadedAt: Timestamp

    /// Makes a state.
    public init(isCurrent: Bool, loadedAt: Timestamp) {
        self.isCurrent = isCurrent
        self.loadedAt = loadedAt
    }
}
