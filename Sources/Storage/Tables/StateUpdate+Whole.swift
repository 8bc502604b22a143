import Domain

extension StateUpdate {
    /// Makes the update that leads from an empty store to a state.
    init(whole state: StoredState) {
        self.init(
            account: state.account, bases: state.bases, symbols: state.symbols, polls: state.polls,
            alerting: state.alerting)
    }
}
