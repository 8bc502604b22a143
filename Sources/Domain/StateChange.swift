public import ExchangeRate

/// What one transaction writes.
public enum StateChange: Sendable {
    /// The rows that changed; every other row stays.
    case update(StateUpdate)
    /// Everything: rows that are not in it are removed.
    case whole(StoredState)
}

/// Rows to put in the place of those with the same key, and rows to remove.
public struct StateUpdate: Sendable {
    public var account: AccountState?
    public var bases: [BaseState]
    public var symbols: [SymbolState]
    /// New records; the oldest beyond `PollRecord.keptPerBase` of each base are removed.
    public var polls: [PollRecord]
    /// Symbols that left the set of their base.
    public var removedSymbols: [SymbolKey]
    /// Takes the place of all that is stored of alerts, groups and notifications; nil: unchanged.
    public var alerting: StoredAlerting?

    /// Makes an update.
    public init(
        account: AccountState? = nil, bases: [BaseState] = [], symbols: [SymbolState] = [],
        polls: [PollRecord] = [], removedSymbols: [SymbolKey] = [],
        alerting: StoredAlerting? = nil
    ) {
        self.account = account
        self.bases = bases
        self.symbols = symbols
        self.polls = polls
        self.removedSymbols = removedSymbols
        self.alerting = alerting
    }
}

/// One symbol of one base.
public struct SymbolKey: Sendable, Hashable {
    public var base: CurrencyCode
    public var symbol: CurrencyCode

    /// Makes a key.
    public init(base: CurrencyCode, symbol: CurrencyCode) {
        self.base = base
        self.symbol = symbol
    }
}
