/// What a restart continues alerts and notifications from.
public struct StoredAlerting: Sendable, Hashable {
    /// Pending and firing alerts by their key.
    public var alerts: [AlertKey: AlertState]
    public var groups: [GroupState]
    /// Undelivered notifications, oldest first.
    public var outbox: [OutboxItem]
    /// The last answers, oldest first: the window of `ExchangeRateLimited`.
    public var answers: [AnswerKind]
    public var rejections: KeyRejections

    /// Makes a state.
    public init(
        alerts: [AlertKey: AlertState] = [:], groups: [GroupState] = [],
        outbox: [OutboxItem] = [], answers: [AnswerKind] = [],
        rejections: KeyRejections = KeyRejections()
    ) {
        self.alerts = alerts
        self.groups = groups
        self.outbox = outbox
        self.answers = answers
        self.rejections = rejections
    }
}
