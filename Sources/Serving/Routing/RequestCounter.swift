import Synchronization

/// Counts answers by the label of their route and their status.
///
/// The set of its entries follows from the routes, and from the statuses that handlers use: it is
/// bounded, and what a client sends never adds to it.
public final class RequestCounter: Sendable {
    /// The label of requests that no route took.
    public static let unmatched = "other"

    /// How many answers of one status a label has given.
    public struct Count: Sendable, Hashable {
        public let label: String
        public let status: Int
        public fileprivate(set) var count: UInt64
    }

    private struct Key: Hashable {
        let label: String
        let status: Int
    }

    private struct State {
        /// By label and status.
        var counts: [Count] = []
        /// Where in `counts` each of them stands.
        var places: [Key: Int] = [:]
    }

    private let state = Mutex(State())

    /// Makes a counter without entries; a server adds those of its routes.
    public init() {}

    /// All entries by label and status.
    public var all: [Count] { state.withLock { $0.counts } }

    func register(label: String, statuses: some Sequence<Int>) {
        state.withLock { state in
            for status in statuses { Self.add(0, label: label, status: status, to: &state) }
        }
    }

    func add(label: String, status: Int) {
        state.withLock { Self.add(1, label: label, status: status, to: &$0) }
    }

    private static func add(_ count: UInt64, label: String, status: Int, to state: inout State) {
        let key = Key(label: label, status: status)
        guard let place = state.places[key] else {
            state.counts.append(Count(label: label, status: status, count: count))
            state.counts.sort { ($0.label, $0.status) < ($1.label, $1.status) }
            state.places = [:]
            for (place, count) in state.counts.enumerated() {
                state.places[Key(label: count.label, status: count.status)] = place
            }
            return
        }
        state.counts[place].count += count
    }
}
