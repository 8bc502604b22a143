import Domain
import Freshness
import Polling

/// Whether the month's quota lasts at the present pace.
enum QuotaOutlook: Equatable {
    case lasts
    /// The requests of this month are as many as the quota already.
    case usedUp
    /// It is used up at a time before the month ends.
    case endsEarly(Timestamp)

    /// Looks ahead; nil where no quota is known, or nothing is requested.
    init?(of account: AccountSnapshot, at now: Timestamp) {
        guard let end = account.quotaUsedUp(at: now) else { return nil }
        if end <= now {
            self = .usedUp
        } else if end < AccountState.Month(of: now).end {
            self = .endsEarly(end)
        } else {
            self = .lasts
        }
    }
}
