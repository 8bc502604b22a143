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
        public let count: UInt64
    }

    private struct Key: Hashable {
        let label: String
        let status: Int
    }

    private let counts = Mutex<[Key: UInt64]>([:])

    /// Makes a counter without entries; a server adds those of its routes.
    public init() {}

    /// All entries by label and status.
    public var all: [Count] {
        counts.withLock { $0 }
            .map { Count(label: $0.key.label, status: $0.key.status, count: $0.value) }
            .sorted { ($0.label, $0.status) < ($1.label, $1.status) }
    }

    func register(label: String, statuses: some Sequence<Int>) {
        counts.withLock { counts in
            for status in statuses { counts[Key(label: label, status: status), default: 0] += 0 }
        }
    }

    func add(label: String, status: Int) {
        counts.withLock { $0[Key(label: label, status: status), default: 0] += 1 }
    }
}
