public import Freshness

/// What a page shows of one receiver.
public struct ReceiverSnapshot: Sendable, Hashable {
    /// A notification that is not delivered yet.
    public struct Waiting: Sendable, Hashable {
        public var group: AlertGroup
        /// How many alerts it tells of, and whether one fires.
        public var alertCount: Int
        public var isFiring: Bool
        public var createdAt: Timestamp
        public var attempts: Int
        /// Nil: at once.
        public var nextAttemptAt: Timestamp?
        public var lastFailure: DeliveryFailure?

        /// Makes a snapshot.
        public init(
            group: AlertGroup, alertCount: Int, isFiring: Bool, createdAt: Timestamp,
            attempts: Int, nextAttemptAt: Timestamp?, lastFailure: DeliveryFailure?
        ) {
            self.group = group
            self.alertCount = alertCount
            self.isFiring = isFiring
            self.createdAt = createdAt
            self.attempts = attempts
            self.nextAttemptAt = nextAttemptAt
            self.lastFailure = lastFailure
        }

        /// The same by a wall clock that was set ahead.
        func moved(by step: Duration) -> Self {
            var moved = self
            moved.createdAt = createdAt + step
            moved.nextAttemptAt = nextAttemptAt.map { $0 + step }
            return moved
        }
    }

    /// One of several addresses that does not take what it is told.
    public struct FailingAddress: Sendable, Hashable {
        /// Scheme and host of its URL, never more.
        public var address: String
        /// Why the last try failed.
        public var failure: DeliveryFailure

        /// Makes a snapshot.
        public init(address: String, failure: DeliveryFailure) {
            self.address = address
            self.failure = failure
        }
    }

    /// Unique; the label `receiver`.
    public var name: String
    /// Its type by the name in the configuration, such as `webhook`.
    public var type: String
    /// Scheme and host of its URL, never more.
    public var address: String
    public var counters: DeliveryCounters
    /// Oldest first.
    public var waiting: [Waiting]
    /// Whether it said that it is gone: it is not tried until its URL changes or the daemon starts.
    public var isStopped: Bool
    /// Of a receiver with several addresses those that do not take what others may have taken, while
    /// there is something to tell.
    public var failingAddresses: [FailingAddress]

    /// Makes a snapshot.
    public init(
        name: String, type: String, address: String,
        counters: DeliveryCounters = DeliveryCounters(), waiting: [Waiting] = [],
        isStopped: Bool = false, failingAddresses: [FailingAddress] = []
    ) {
        self.name = name
        self.type = type
        self.address = address
        self.counters = counters
        self.waiting = waiting
        self.isStopped = isStopped
        self.failingAddresses = failingAddresses
    }

    /// Whether no address takes what it is told again and again.
    public var areAllAddressesFailing: Bool {
        !failingAddresses.isEmpty
            && failingAddresses.count == address.split(separator: ", ").count
    }
}
