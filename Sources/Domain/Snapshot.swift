public import ExchangeRate
public import Freshness

/// All that a page shows, as a value that never changes once it is published.
///
/// What moves with the clock alone (ages, staleness) is computed from it when the page is made.
public struct Snapshot: Sendable {
    /// The moment at which it was published.
    public var publishedAt: Moment
    /// Sorted by base.
    public var bases: [BaseSnapshot]
    public var account: AccountSnapshot
    public var storage: StorageSnapshot
    /// Every alert that can be, sorted by key.
    public var alerts: [AlertSnapshot]
    /// In the order of the configuration.
    public var receivers: [ReceiverSnapshot]
    /// Nil where none is configured.
    public var heartbeat: HeartbeatSnapshot?
    /// When the configuration in force was read.
    public var configurationLoadedAt: Timestamp
    /// Whether the newest try to read the configuration worked.
    public var isConfigurationCurrent: Bool

    /// Makes a snapshot.
    public init(
        publishedAt: Moment, bases: [BaseSnapshot], account: AccountSnapshot,
        storage: StorageSnapshot, alerts: [AlertSnapshot] = [],
        receivers: [ReceiverSnapshot] = [], heartbeat: HeartbeatSnapshot? = nil,
        configurationLoadedAt: Timestamp,
        isConfigurationCurrent: Bool
    ) {
        self.publishedAt = publishedAt
        self.bases = bases
        self.account = account
        self.storage = storage
        self.alerts = alerts
        self.receivers = receivers
        self.heartbeat = heartbeat
        self.configurationLoadedAt = configurationLoadedAt
        self.isConfigurationCurrent = isConfigurationCurrent
    }

    /// How far the wall clock was set ahead since it was published; zero where nobody set it.
    public func clockStep(until now: Moment) -> Duration {
        publishedAt.timestamp(by: now) - publishedAt.timestamp
    }

    /// The snapshot as it would have been published by the wall clock as it is now.
    ///
    /// What is to come and what waits are told by the present clock, or a wait would seem to be over,
    /// or to take years. What was recorded stays as it was recorded.
    public func told(by now: Moment) -> Self {
        let step = clockStep(until: now)
        guard step != .zero else { return self }
        var told = self
        told.publishedAt.timestamp = told.publishedAt.timestamp + step
        told.account.backoffUntil = account.backoffUntil.map { $0 + step }
        for index in bases.indices {
            told.bases[index].nextPollAt = bases[index].nextPollAt.map { $0 + step }
        }
        for index in receivers.indices {
            told.receivers[index].waiting = receivers[index].waiting.map { $0.moved(by: step) }
        }
        return told
    }

    /// Whether every base has been tried, by a former process too, and one has a reading.
    public var isReady: Bool {
        bases.allSatisfy { $0.lastPollAt != nil && $0.lastResult != nil }
            && bases.contains { base in base.symbols.contains { $0.observation != nil } }
    }
}

/// What a page shows of the account.
public struct AccountSnapshot: Sendable, Hashable {
    /// When the gate opens; nil while it is open.
    public var backoffUntil: Timestamp?
    /// Whether the gate is closed because the month's quota is spent.
    public var isQuotaSpent: Bool
    /// What intervals are multiplied with at present.
    public var stretch: Int
    /// Requests since the 1st of the month, 00:00 UTC.
    public var monthRequests: Int
    /// What the API's headers said last.
    public var limits: RateLimits
    /// Whether requests carry no key.
    public var isKeyless: Bool
    /// What the configuration leads to.
    public var plan: RequestPlan
    /// Requests an hour at the intervals in force, stretched or not.
    public var requestsPerHour: Double

    /// When the quota is used up if requests go on at the present pace, counted with what is left of
    /// it; nil where it is not known, or nothing is requested.
    ///
    /// The count is of this program alone: what others request with the key is not in it.
    public func quotaUsedUp(at now: Timestamp) -> Timestamp? {
        guard plan.monthlyQuota > 0 else { return nil }
        let left = Double(max(0, plan.monthlyQuota - monthRequests))
        guard requestsPerHour > 0 || left == 0 else { return nil }
        // A year is beyond every month.
        let hours = left == 0 ? 0 : min(left / requestsPerHour, 8760)
        return now + .milliseconds(Int64(hours * 3_600_000))
    }

    /// Makes a snapshot.
    public init(
        backoffUntil: Timestamp? = nil, isQuotaSpent: Bool = false, stretch: Int = 1,
        monthRequests: Int = 0, limits: RateLimits = RateLimits(), isKeyless: Bool = true,
        plan: RequestPlan = RequestPlan(), requestsPerHour: Double = 0
    ) {
        self.backoffUntil = backoffUntil
        self.isQuotaSpent = isQuotaSpent
        self.stretch = stretch
        self.monthRequests = monthRequests
        self.limits = limits
        self.isKeyless = isKeyless
        self.plan = plan
        self.requestsPerHour = requestsPerHour
    }
}

/// What a page shows of the storage.
public struct StorageSnapshot: Sendable, Hashable {
    /// Failures since the process began; an operation that never failed is absent.
    public var errors: [StorageError.Operation: UInt64]
    /// Why the state lives in memory alone at present; nil while it is stored.
    public var memoryReason: String?

    /// Makes a snapshot.
    public init(
        errors: [StorageError.Operation: UInt64] = [:], memoryReason: String? = nil
    ) {
        self.errors = errors
        self.memoryReason = memoryReason
    }
}
