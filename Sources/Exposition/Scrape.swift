public import Domain

/// All that one page of metrics is made from.
public struct Scrape: Sendable {
    public var snapshot: Snapshot
    /// The present: ages and staleness are told as of it.
    public var now: MonotonicInstant
    public var build: BuildInfo
    /// In any order, each pair of handler and code at most once; those that are zero included.
    public var httpRequests: [HTTPRequestCount]
    /// Nil leaves all series of the process out.
    public var process: ProcessSample?

    /// Makes a scrape.
    public init(
        snapshot: Snapshot, now: MonotonicInstant, build: BuildInfo,
        httpRequests: [HTTPRequestCount] = [], process: ProcessSample? = nil
    ) {
        self.snapshot = snapshot
        self.now = now
        self.build = build
        self.httpRequests = httpRequests
        self.process = process
    }
}
