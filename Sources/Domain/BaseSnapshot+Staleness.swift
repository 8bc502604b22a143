// Symbols are looked at in place: a copy of one counts the references of all its texts.
extension BaseSnapshot {
    /// How many symbols are past their due time.
    public func staleSymbolCount(at instant: MonotonicInstant) -> Int {
        symbols.indices.count { symbols[$0].isStale(at: instant) }
    }

    /// Whether the data of the base is stale as a whole.
    ///
    /// It is where all symbols of one class are past their due time, or no symbol is fresh. A
    /// symbol that the last good answer lacked, or that never came, says nothing of its class.
    public func isStale(at instant: MonotonicInstant) -> Bool {
        guard !symbols.isEmpty else { return instant > staleWithoutSymbolsAfter }
        let staleCount = staleSymbolCount(at: instant)
        guard staleCount > 0 else { return false }
        guard staleCount < symbols.count else { return true }
        let staleSymbols = symbols.filter { $0.isInLastGoodAnswer && $0.isStale(at: instant) }
        // Most scrapes end here: sets are built for the few that have something to compare.
        guard !staleSymbols.isEmpty else { return false }
        let freshSymbols = symbols.filter { !$0.isStale(at: instant) }
        let staleClasses = Set(staleSymbols.compactMap { $0.observation?.source })
        return !staleClasses.isSubset(of: freshSymbols.compactMap { $0.observation?.source })
    }

    /// The instant after which the data of the base is stale as a whole, if none comes.
    ///
    /// Time makes symbols stale and never fresh, so what holds at one due time holds at all later.
    public var staleAfter: MonotonicInstant {
        let dues = symbols.map(\.staleAfter).sorted()
        var low = 0
        var high = dues.count
        while low < high {
            let middle = (low + high) / 2
            if isStale(at: dues[middle].advanced(by: .nanoseconds(1))) {
                high = middle
            } else {
                low = middle + 1
            }
        }
        return low < dues.count ? dues[low] : staleWithoutSymbolsAfter
    }
}
