public import Domain

/// All that one page of metrics is made from.
public struct Scrape: Sendable {
    public var snapshot: Snapshot
    /// The present: ages and staleness of data go by its monotonic clock, those of notifications,
    /// which outlive a process, by its wall clock.
    public var now: Moment
    public var build: BuildInfo
    /// In any order, each pair of handler and code at most once; those that are zero included.
    public var httpRequests: [HTTPRequestCount]
    /// Nil where the exporter has no web configuration, and no series of it.
    public var webConfiguration: WebConfigurationState?
    /// Nil leaves all series of the process out.
    public var process: ProcessSample?

    /// Makes a scrape.
    public init(
        snapshot: Snapshot, now: Moment, build: BuildInfo,
        httpRequests: [HTTPRequestCount] = [], webConfiguration: WebConfigurationState? = nil,
        process: ProcessSample? = nil
    ) {
        self.snapshot = snapshot
        self.now = now
        self.build = build
        self.httpRequests = httpRequests
        self.webConfiguration = webConfiguration
        self.process = process
    }
}
