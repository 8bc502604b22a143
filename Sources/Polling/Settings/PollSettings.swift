/// How often the API may be asked: the keys under `poll`.
public struct PollSettings: Sendable, Hashable {
    /// The time between two polls of a base that names none of its own.
    public var interval: Duration = .seconds(5 * 60)
    /// No interval and no wait is shorter.
    public var minInterval: Duration = .seconds(60)
    /// No interval is stretched beyond it.
    public var maxInterval: Duration = .seconds(24 * 3600)
    /// The longest wait of any backoff; never over `maxInterval`.
    public var maxBackoff: Duration = .seconds(6 * 3600)
    /// Requests a minute over all bases; 0: no limit.
    public var requestsPerMinute: Int = 10
    /// Requests an hour over all bases; 0: no limit.
    public var requestsPerHour: Int = 0
    /// The plan's requests a month; 0: not known.
    public var monthlyQuota: Int = 0

    /// Makes the settings in force where nothing is configured, for a keyed account.
    public init() {}
}
