extension StateUpdate {
    /// Takes in a later update, so that both are written as one.
    public mutating func merge(_ later: StateUpdate) {
        account = later.account ?? account
        bases += later.bases
        // A store removes before it puts, so what is removed later must not be put.
        symbols.removeAll { state in
            later.removedSymbols.contains { $0.base == state.base && $0.symbol == state.symbol }
        }
        symbols += later.symbols
        polls += later.polls
        removedSymbols += later.removedSymbols
        alerting = later.alerting ?? alerting
    }
}
