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
}
