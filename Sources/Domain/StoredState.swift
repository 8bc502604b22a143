/// All that a restart continues from.
public struct StoredState: Sendable, Hashable {
    /// Nil before the first request.
    public var account: AccountState?
    public var bases: [BaseState]
    public var symbols: [SymbolState]
    /// Oldest first; at most `PollRecord.keptPerBase` of each base.
    public var polls: [PollRecord]
    public var alerting: StoredAlerting

    /// Makes a state.
    public init(
        account: AccountState? = nil, bases: [BaseState] = [], symbols: [SymbolState] = [],
        polls: [PollRecord] = [], alerting: StoredAlerting = StoredAlerting()
    ) {
        self.account = account
        self.bases = bases
        self.symbols = symbols
        self.polls = polls
        self.alerting = alerting
    }
}
