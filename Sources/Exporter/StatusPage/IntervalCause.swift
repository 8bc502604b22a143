import Domain
import ExchangeRate

/// Why a base is polled less often than it is configured, as far as a snapshot tells.
///
/// The pace of all bases makes intervals longer too, and is not in the snapshot.
enum IntervalCause {
    case rejections
    case limitAnswers

    /// How many rejections in a row slow polling down.
    private static let rejectionsUntilSlow = 3

    /// Looks for the cause; nil where the snapshot knows none.
    init?(of base: BaseSnapshot, in snapshot: Snapshot) {
        // A key is the account's: a 401 counts for all bases, where a 403 counts for its own.
        let polls = snapshot.bases.flatMap(\.recentPolls).sorted { $0.startedAt < $1.startedAt }
        if Self.ends(polls, with: .unauthorized) || Self.ends(base.recentPolls, with: .forbidden) {
            self = .rejections
        } else if snapshot.account.stretch > 1 {
            self = .limitAnswers
        } else {
            return nil
        }
    }

    /// A request without an answer says nothing of keys, and ends no row of rejections.
    private static func ends(_ polls: [PollRecord], with reason: FailureReason) -> Bool {
        let answers = polls.map(\.result).filter { result in
            if case .failed(let reason) = result { !reason.isWithoutAnswer } else { true }
        }
        let last = answers.suffix(rejectionsUntilSlow)
        return last.count == rejectionsUntilSlow && last.allSatisfy { $0 == .failed(reason) }
    }
}
