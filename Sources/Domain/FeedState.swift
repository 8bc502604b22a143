public import Freshness

/// What a receiver that is told the present state still has to hear of ended alerts.
///
/// Those that fire follow from the alerts themselves.
public struct FeedState: Sendable, Hashable {
    /// An ended alert, and which addresses took it as ended.
    public struct Ended: Sendable, Hashable {
        public var group: AlertName
        public var alert: Alert
        /// When an address first took it; by what may be shown of the address.
        public var takenAt: [String: Timestamp]

        /// Makes a record.
        public init(group: AlertName, alert: Alert, takenAt: [String: Timestamp] = [:]) {
            self.group = group
            self.alert = alert
            self.takenAt = takenAt
        }
    }

    public var receiver: String
    /// In the order in which they ended.
    public var ended: [Ended]

    /// Makes a state.
    public init(receiver: String, ended: [Ended]) {
        self.receiver = receiver
        self.ended = ended
    }
}
