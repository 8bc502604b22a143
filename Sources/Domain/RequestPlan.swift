/// The requests that a configuration leads to, and what the API is known to grant.
public struct RequestPlan: Sendable, Hashable {
    /// What the API grants to one address without a key.
    public static let anonymousPerMinute = 12.0
    public static let anonymousPerHour = 100.0
    /// A month of 31 days, the most that a quota has to last for.
    public static let hoursOfMonth = 744.0

    /// Requests an hour over all bases while nothing fails.
    public var perHour: Double
    /// The most requests of one minute: bases that are due together, as at the start.
    public var mostPerMinute: Double
    /// The most requests of one hour.
    public var mostPerHour: Double
    /// The account's requests a month; 0: not known.
    public var monthlyQuota: Int
    /// Whether the limits for one address without a key apply.
    public var isAnonymous: Bool

    /// Makes a plan.
    public init(
        perHour: Double = 0, mostPerMinute: Double = 0, mostPerHour: Double = 0,
        monthlyQuota: Int = 0, isAnonymous: Bool = false
    ) {
        self.perHour = perHour
        self.mostPerMinute = mostPerMinute
        self.mostPerHour = mostPerHour
        self.monthlyQuota = monthlyQuota
        self.isAnonymous = isAnonymous
    }

    public var perMinute: Double { perHour / 60 }
    /// Requests in a month of 31 days.
    public var perMonth: Double { perHour * Self.hoursOfMonth }

    /// Whether the limits without a key are met with.
    public var exceedsAnonymousLimits: Bool {
        // A pace of just the limit may come out of a division a hair above it.
        isAnonymous
            && (mostPerMinute > Self.anonymousPerMinute + 0.001
                || mostPerHour > Self.anonymousPerHour + 0.001)
    }

    /// After how many days of a month the quota is spent; nil where it lasts, or is not known.
    public var daysOfQuota: Double? {
        guard monthlyQuota > 0, perMonth > Double(monthlyQuota) else { return nil }
        return Double(monthlyQuota) / perHour / 24
    }
}
