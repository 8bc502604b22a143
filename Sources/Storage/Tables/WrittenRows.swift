import Domain
import ExchangeRate

/// What was last written to the tables that an update gives as a whole, so that only what differs
/// is written again.
///
/// Nil is unknown: the table is cleared before the next write. So it is after an opening, whose
/// file may hold rows that cannot be read, and after a commit that failed.
struct WrittenRows {
    var roundBases: Set<CurrencyCode>?
    var alerts: [AlertKey: AlertState]?
    var groups: RowSequence<GroupState>?
    var outbox: RowSequence<OutboxItem>?
    var feeds: RowSequence<FeedRow>?
    var answers: [AnswerKind]?
    var rejections: KeyRejections?
    var downgrades: [CurrencyCode: Set<String>]?
    /// The texts of alerts, which stand in the rows of several tables.
    var texts = AlertTexts()
}
