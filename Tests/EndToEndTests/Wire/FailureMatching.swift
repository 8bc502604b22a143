/// Finds out whether failures that were counted can be those of exchanges, each of at most one.
struct FailureMatching {
    /// An exchange as the oracle sees it.
    struct Exchange {
        /// The reasons that would be right.
        let reasons: [String]
        /// Whether it would be right that nothing is counted.
        let mayBeNone: Bool
    }

    private let failures: [String]
    private let exchanges: [Exchange]
    private var exchangeOfFailure: [Int: Int] = [:]
    private var failureOfExchange: [Int: Int] = [:]

    init(failures: [String], exchanges: [Exchange]) {
        self.failures = failures
        self.exchanges = exchanges
        for index in exchanges.indices where !exchanges[index].mayBeNone {
            var seen: Set<Int> = []
            _ = place(exchange: index, seen: &seen)
        }
        for index in failures.indices where exchangeOfFailure[index] == nil {
            var seen: Set<Int> = []
            _ = place(failure: index, seen: &seen)
        }
    }

    /// The exchanges that must have failed, and for which nothing is counted.
    var uncounted: [Int] {
        exchanges.indices.filter { !exchanges[$0].mayBeNone && failureOfExchange[$0] == nil }
    }

    /// The failures that no exchange explains.
    var unexplained: [String] {
        failures.indices.filter { exchangeOfFailure[$0] == nil }.map { failures[$0] }
    }

    private mutating func place(exchange: Int, seen: inout Set<Int>) -> Bool {
        for failure in failures.indices where fits(failure, exchange) {
            guard seen.insert(failure).inserted else { continue }
            let holder = exchangeOfFailure[failure]
            if holder.map({ place(exchange: $0, seen: &seen) }) ?? true {
                pair(failure, exchange)
                return true
            }
        }
        return false
    }

    private mutating func place(failure: Int, seen: inout Set<Int>) -> Bool {
        for exchange in exchanges.indices where fits(failure, exchange) {
            guard seen.insert(exchange).inserted else { continue }
            let holder = failureOfExchange[exchange]
            if holder.map({ place(failure: $0, seen: &seen) }) ?? true {
                pair(failure, exchange)
                return true
            }
        }
        return false
    }

    private mutating func pair(_ failure: Int, _ exchange: Int) {
        exchangeOfFailure[failure] = exchange
        failureOfExchange[exchange] = failure
    }

    private func fits(_ failure: Int, _ exchange: Int) -> Bool {
        exchanges[exchange].reasons.contains(failures[failure])
    }
}
