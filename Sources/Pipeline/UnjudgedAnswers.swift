import Domain
import Freshness

/// Answers that were taken in and are yet to be judged, shown and stored, all in one go.
///
/// Judging and storing cost far more than one answer, and requests that left together are
/// answered at nearly the same moment.
struct UnjudgedAnswers: Sendable {
    /// The longest that an answer waits for others, which nobody sees.
    private static let patience: Duration = .milliseconds(50)

    /// When they are judged at the latest.
    let deadline: MonotonicInstant
    private(set) var update = StateUpdate()
    private(set) var events: [PipelineEvent] = []

    /// Begins with the first, which came at this instant.
    init(since instant: MonotonicInstant) {
        deadline = instant.advanced(by: Self.patience)
    }

    mutating func add(_ answer: (update: StateUpdate, events: [PipelineEvent])) {
        update.merge(answer.update)
        events += answer.events
    }
}
