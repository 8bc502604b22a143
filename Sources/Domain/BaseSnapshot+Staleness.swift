extension BaseSnapshot {
    /// How many symbols are past their due time.
    public func staleSymbolCount(at instant: MonotonicInstant) -> Int {
        symbols.reduce(0) { $0 + ($1.isStale(at: instant) ? 1 : 0) }
    }

    /// Whether the data of the base is stale as a whole.
    ///
    /// It is where all symbols of one class are past their due time, or no symbol is fresh. A
    /// symbol that the last good answer lacked, or that never came, says nothing of its class.
    public func isStale(at instant: MonotonicInstant) -> Bool {
        guard !symbols.isEmpty else { return instant > staleWithoutSymbolsAfter }
        var freshClasses: Set<String> = []
        var staleClasses: Set<String> = []
        var hasFreshSymbol = false
        for symbol in symbols {
            let isStale = symbol.isStale(at: instant)
            if !isStale { hasFreshSymbol = true }
            guard let observation = symbol.observation else { continue }
            if !isStale {
                freshClasses.insert(observation.source)
            } else if symbol.isInLastGoodAnswer {
                staleClasses.insert(observation.source)
            }
        }
        return !hasFreshSymbol || !staleClasses.isSubset(of: freshClasses)
    }
}
