import APIModel
import Freshness
import Synchronization

/// The provider and what it has seen, shared by all connections.
final class StandInState: Sendable {
    private struct State {
        var provider: Provider
        /// How far the provider's clock is ahead of the machine's.
        var offset: Duration = .zero
        var records: [RequestRecord] = []
        var lastID = 0
    }

    /// How many requests are remembered: a day of one each second.
    private static let longestMemory = 86_400

    private let state: Mutex<State>
    private let machineTime: @Sendable () -> Timestamp

    /// Makes the state of a provider on a clock.
    init(settings: ProviderSettings, machineTime: @escaping @Sendable () -> Timestamp) {
        state = Mutex(State(provider: Provider(settings: settings)))
        self.machineTime = machineTime
    }

    /// Answers a request, and remembers it.
    func answer(to request: APIRequest) -> (answer: APIAnswer, record: RequestRecord) {
        state.withLock { state in
            let now = machineTime()
            let answer = state.provider.answer(to: request, at: now + state.offset)
            state.lastID += 1
            let record = RequestRecord(id: state.lastID, at: now, request: request, answer: answer)
            if state.records.count >= Self.longestMemory {
                state.records.removeFirst(Self.longestMemory / 10)
            }
            state.records.append(record)
            return (answer, record)
        }
    }

    /// The requests after one of them, oldest first.
    func records(after id: Int) -> [RequestRecord] {
        state.withLock { state in state.records.filter { $0.id > id } }
    }

    /// Forgets all requests; the number of those that were remembered.
    func forgetRecords() -> Int {
        state.withLock { state in
            defer { state.records = [] }
            return state.records.count
        }
    }

    /// The faults that are on.
    var faults: [FaultSchedule.Entry] {
        state.withLock { $0.provider.faults.entries }
    }

    /// Switches a fault on.
    func addFault(
        parameters: [RequestTarget.Field]
    ) throws(FaultRuleError) -> FaultSchedule.Entry {
        try state.withLock { state throws(FaultRuleError) in
            let rule = try FaultRule(parameters: parameters, at: machineTime() + state.offset)
            return state.provider.faults.add(rule)
        }
    }

    /// Switches faults off; the number of those that were on.
    func removeFaults(kind: FaultKind?, id: Int?) -> Int {
        state.withLock { $0.provider.faults.remove(kind: kind, id: id) }
    }

    /// What the provider's clock shows, and how far it is ahead.
    var clock: (now: Timestamp, offset: Duration) {
        state.withLock { (machineTime() + $0.offset, $0.offset) }
    }

    /// Puts the provider's clock so far ahead of the machine's.
    func setClock(offset: Duration) {
        state.withLock { $0.offset = offset }
    }

    /// Puts the provider's clock to a time.
    func setClock(now: Timestamp) {
        state.withLock { $0.offset = now - machineTime() }
    }
}
