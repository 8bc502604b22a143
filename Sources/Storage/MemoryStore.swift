public import Domain
import ExchangeRate

/// The state in memory, for a daemon without a folder: it ends with the process.
public actor MemoryStore: StateStore {
    private var state = StoredState()
    private var isOpen = true

    /// Makes an empty store.
    public init() {}

    public func load() async throws(StorageError) -> StoredState {
        guard isOpen else { throw closed(.load) }
        return state
    }

    public func commit(_ change: StateChange) async throws(StorageError) {
        guard isOpen else { throw closed(.commit) }
        switch change {
        case .update(let update): state.apply(update)
        case .whole(let whole):
            state = StoredState()
            state.apply(StateUpdate(whole: whole))
        }
    }

    public func writeBack() async throws(StorageError) {
        guard isOpen else { throw closed(.commit) }
    }

    public func close() async {
        isOpen = false
    }

    private func closed(_ operation: StorageError.Operation) -> StorageError {
        StorageError(operation: operation, kind: .failed, message: "the store is closed")
    }
}

extension StoredState {
    fileprivate mutating func apply(_ update: StateUpdate) {
        account = update.account ?? account

        var basesByCode = Dictionary(uniqueKeysWithValues: bases.map { ($0.base, $0) })
        for base in update.bases { basesByCode[base.base] = base }
        bases = basesByCode.values.sorted { $0.base < $1.base }

        var symbolsByKey = Dictionary(uniqueKeysWithValues: symbols.map { ($0.key, $0) })
        for key in update.removedSymbols { symbolsByKey[key] = nil }
        for symbol in update.symbols { symbolsByKey[symbol.key] = symbol }
        symbols = symbolsByKey.values.sorted { ($0.base, $0.symbol) < ($1.base, $1.symbol) }

        polls += update.polls
        var surplus = Dictionary(grouping: polls, by: \.base).mapValues {
            $0.count - PollRecord.keptPerBase
        }
        polls.removeAll { poll in
            guard let count = surplus[poll.base], count > 0 else { return false }
            surplus[poll.base] = count - 1
            return true
        }

        alerting = update.alerting ?? alerting
    }
}

extension SymbolState {
    fileprivate var key: SymbolKey { SymbolKey(base: base, symbol: symbol) }
}
