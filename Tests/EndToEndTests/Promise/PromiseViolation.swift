import Domain

/// A way in which what a receiver took falls short of the promise.
enum PromiseViolation: Hashable, Sendable {
    /// An episode was told neither as firing nor as ended.
    case startLost(Alert.Identity)
    /// An episode that has ended was not told as ended.
    case endLost(Alert.Identity)
    /// An end was told with a start that no episode has.
    case startUnknown(id: String, Alert.Identity)
    /// A notification came after one that is newer, or tells what is over.
    case outOfOrder(id: String)
    /// The same id came with other bytes.
    case bytesChanged(id: String)
    /// A notification with an id of its own told only what others had told.
    case toldAgainByAnotherID(id: String)
    /// A notification was sent again though it had been taken, and no kill came between.
    case sentAgainWithoutKill(id: String)
    /// One kill made several notifications be sent again.
    case sentAgainTooOften(afterRun: Int, ids: [String])
    /// A pager knows a group by several keys, or several groups by one.
    case keyChanged(group: String)
    /// A resolve came for an incident that was not open, and not again.
    case resolvedUnopened(id: String)
    /// The incident of a group is closed though something fires.
    case incidentClosed(group: String)
    /// The incident of a group is open though nothing fires.
    case incidentLeftOpen(group: String)
    /// An Alertmanager shows an episode as firing that has ended.
    case shownAsFiring(Alert.Identity)
    /// An Alertmanager does not show an episode as firing that fires.
    case notShownAsFiring(Alert.Identity)
    /// An Alertmanager was told of the end of an alert in the middle of an episode.
    case endedWhileFiring(Alert.Identity)
    /// An Alertmanager was told of an episode after one that is newer, and over.
    case olderAgain(Alert.Identity)
}

extension PromiseViolation {
    /// Whether what is still to be told may put it right.
    var isCurable: Bool {
        switch self {
        case .startLost, .endLost, .incidentClosed, .incidentLeftOpen, .shownAsFiring,
            .notShownAsFiring:
            true
        case .startUnknown, .outOfOrder, .bytesChanged, .toldAgainByAnotherID,
            .sentAgainWithoutKill, .sentAgainTooOften, .keyChanged, .resolvedUnopened,
            .endedWhileFiring, .olderAgain:
            false
        }
    }
}
