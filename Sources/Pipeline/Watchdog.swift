/// Somebody outside who is to notice where evaluations no longer come.
public struct Watchdog: Sendable {
    /// The longest time between two calls; nil: as evaluations come by themselves.
    public var interval: Duration?
    /// Called by the engine's loop after finished evaluations; it must not wait for long.
    public var feed: @Sendable () -> Void

    /// Makes a watchdog.
    public init(interval: Duration? = nil, feed: @escaping @Sendable () -> Void) {
        self.interval = interval
        self.feed = feed
    }
}
