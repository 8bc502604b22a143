public import Domain
public import Freshness
public import Polling

/// What the pipeline needs of the configuration.
public struct PipelineSettings: Sendable, Hashable {
    /// What to poll, each base once.
    public var bases: [WatchedBase]
    public var poll: PollSettings
    public var limits: FreshnessLimits
    public var alerting: AlertingSettings
    /// Stands for the key and the API's address.
    public var fingerprint: UInt32
    /// Whether requests carry no key.
    public var isKeyless: Bool
    /// Whether the API grants requests without a key, under known limits.
    public var isPublicAPI: Bool
    /// When the configuration was read.
    public var loadedAt: Timestamp

    /// Makes settings.
    public init(
        bases: [WatchedBase], poll: PollSettings, limits: FreshnessLimits,
        alerting: AlertingSettings, fingerprint: UInt32, isKeyless: Bool,
        isPublicAPI: Bool = false, loadedAt: Timestamp
    ) {
        self.bases = bases.sorted { $0.base < $1.base }
        self.poll = poll
        self.limits = limits
        self.alerting = alerting
        self.fingerprint = fingerprint
        self.isKeyless = isKeyless
        self.isPublicAPI = isPublicAPI
        self.loadedAt = loadedAt
    }
}
