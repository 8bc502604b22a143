public import ExchangeRate

/// What a restart continues alerts and notifications from.
public struct StoredAlerting: Sendable, Hashable {
    /// Pending and firing alerts by their key.
    public var alerts: [AlertKey: AlertState]
    public var groups: [GroupState]
    /// Undelivered notifications, oldest first.
    public var outbox: [OutboxItem]
    /// What receivers of the present state still have to hear of ended alerts.
    public var feeds: [FeedState]
    /// The last answers, oldest first: the window of `ExchangeRateLimited`.
    public var answers: [AnswerKind]
    public var rejections: KeyRejections
    /// The classes that are missed by base, since data of another one took their place.
    public var downgrades: [CurrencyCode: Set<String>]

    /// Makes a state.
    public init(
        alerts: [AlertKey: AlertState] = [:], groups: [GroupState] = [],
        outbox: [OutboxItem] = [], feeds: [FeedState] = [], answers: [AnswerKind] = [],
        rejections: KeyRejections = KeyRejections(),
        downgrades: [CurrencyCode: Set<String>] = [:]
    ) {
        self.alerts = alerts
        self.groups = groups
        self.outbox = outbox
        self.feeds = feeds
        self.answers = answers
        self.rejections = rejections
        self.downgrades = downgrades
    }
}
