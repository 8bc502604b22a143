import Domain

/// What one receiver of the present state still has to hear of one ended alert.
struct FeedRow: Hashable {
    var receiver: String
    var ended: FeedState.Ended

    /// What a row is known again by: all but who took it.
    var key: FeedRow {
        var key = self
        key.ended.takenAt = [:]
        return key
    }
}
