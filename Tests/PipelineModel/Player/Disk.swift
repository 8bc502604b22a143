import Domain
import ExchangeRate

/// A storage that works or fails, and keeps what was committed.
struct Disk {
    private(set) var stored = StoredState()
    var fails = false
    /// Whether it lacks earlier changes, so that the next write holds everything.
    var isBehind = false

    mutating func write(_ state: StoredState) { stored = state }

    mutating func write(_ update: StateUpdate) {
        stored.account = update.account ?? stored.account
        for base in update.bases {
            stored.bases.removeAll { $0.base == base.base }
            stored.bases.append(base)
        }
        for key in update.removedSymbols {
            stored.symbols.removeAll { $0.base == key.base && $0.symbol == key.symbol }
        }
        for symbol in update.symbols {
            stored.symbols.removeAll { $0.base == symbol.base && $0.symbol == symbol.symbol }
            stored.symbols.append(symbol)
        }
        for record in update.polls {
            stored.polls.append(record)
            let own = stored.polls.filter { $0.base == record.base }
            if own.count > PollRecord.keptPerBase, let oldest = own.first,
                let index = stored.polls.firstIndex(of: oldest)
            {
                stored.polls.remove(at: index)
            }
        }
        stored.alerting = update.alerting ?? stored.alerting
    }

    /// What a process reads at its start: some times belong to the process that wrote them.
    var read: StoredState {
        var state = stored
        state.alerting.alerts = state.alerting.alerts.mapValues { alert in
            var alert = alert
            alert.clearedAt = nil
            return alert
        }
        return state
    }
}
