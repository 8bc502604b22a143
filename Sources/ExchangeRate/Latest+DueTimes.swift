public import Freshness

extension Latest {
    /// When newer data than these rates is due at the latest, by symbol.
    ///
    /// A symbol is stale once its time has passed; asking again later tells whether newer data has
    /// come. Symbols without a readable time of their data are left out.
    ///
    /// - Parameters:
    ///   - limits: how long data of each class may be the newest.
    ///   - interval: the time between two calls of this program; that of an exporter which the
    ///     reply came from is added.
    ///   - now: when the reply came.
    public func dueTimes(
        limits: FreshnessLimits = .standard, interval: Duration, now: Timestamp
    ) -> [String: Timestamp] {
        var times: [String: Timestamp] = [:]
        for symbol in rates.keys {
            guard let observed = effectiveTimes[symbol] ?? observedAt else { continue }
            times[symbol] = limits.due(
                source: source(of: symbol), marketSession: marketSession,
                observedAt: min(observed, now), interval: interval + (pollInterval ?? .zero),
                now: now)
        }
        return times
    }
}
