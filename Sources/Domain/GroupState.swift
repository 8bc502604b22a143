public import Freshness

/// A group of alerts as one receiver knows it, over restarts.
public struct GroupState: Sendable, Hashable {
    /// What a notification has told: its firing alerts.
    public struct Told: Sendable, Hashable {
        public var firing: Set<Alert.Identity>
        public var at: Timestamp

        /// Makes a record of what was told.
        public init(firing: Set<Alert.Identity>, at: Timestamp) {
            self.firing = firing
            self.at = at
        }
    }

    public var receiver: String
    public var name: AlertName
    public var origin: GroupOrigin
    /// Alerts that fire.
    public var firing: [Alert]
    /// Alerts that ended, and that no delivered notification has told as ended.
    public var resolved: [Alert]
    /// When the first notification of the group is due; later ones keep its beat.
    public var firstDueAt: Timestamp
    /// What the last delivered notification told; nil before the first.
    public var told: Told?

    /// Makes the state of a group.
    public init(
        receiver: String, name: AlertName, origin: GroupOrigin = GroupOrigin(),
        firing: [Alert] = [], resolved: [Alert] = [], firstDueAt: Timestamp, told: Told? = nil
    ) {
        self.receiver = receiver
        self.name = name
        self.origin = origin
        self.firing = firing
        self.resolved = resolved
        self.firstDueAt = firstDueAt
        self.told = told
    }
}

extension Alert {
    /// One episode of an alert: the same labels that fire again later are another one.
    public struct Identity: Sendable, Hashable {
        public var fingerprint: String
        public var startsAt: Timestamp

        /// Makes an identity.
        public init(fingerprint: String, startsAt: Timestamp) {
            self.fingerprint = fingerprint
            self.startsAt = startsAt
        }
    }

    /// Whether something that was told of an alert was said of this episode.
    ///
    /// An episode may turn out to have begun earlier than was told: of the same labels, one fires at
    /// a time, so that whatever began in its course is the same.
    public func isEpisode(_ told: Identity) -> Bool {
        guard told.startsAt >= startsAt, told.fingerprint == fingerprint else { return false }
        return told.startsAt == startsAt || endsAt.map { told.startsAt < $0 } ?? true
    }

    /// The episode that this alert is.
    public var identity: Identity {
        Identity(fingerprint: fingerprint, startsAt: startsAt)
    }
}
