public import Domain
public import ExchangeRate
import Polling

/// What a loop that runs the pipeline does at a moment, and when it goes on.
public struct WakePlan: Sendable, Hashable {
    /// The base to ask at once; nil: none may be asked yet.
    public let poll: CurrencyCode?
    /// When the loop goes on at the latest; nil: when something comes.
    public let wakeTime: MonotonicInstant?
    /// When the present is to be judged, if nothing happens until then.
    let deadline: MonotonicInstant?

    /// Whether the present is to be judged though nothing happened.
    public func isEvaluationDue(now: Moment) -> Bool {
        deadline.map { $0 <= now.instant } ?? false
    }

    /// Whether the machine slept instead of waking the loop.
    public func isOverslept(now: Moment) -> Bool {
        wakeTime?.isOverslept(at: now.instant) ?? false
    }
}

extension PipelineState {
    /// What to do now, and when to go on.
    ///
    /// - Parameter others: when the loop has to do something else that goes with judging the present.
    public func wakePlan(beside others: [MonotonicInstant?] = [], now: Moment) -> WakePlan {
        let deadline = ([self.deadline(now: now)] + others).compactMap(\.self).min()
        return switch next(now: now) {
        case .poll(let base): WakePlan(poll: base, wakeTime: now.instant, deadline: deadline)
        case .wait(let instant):
            WakePlan(
                poll: nil, wakeTime: deadline.map { min($0, instant) } ?? instant,
                deadline: deadline)
        case .waitForAnswer: WakePlan(poll: nil, wakeTime: deadline, deadline: deadline)
        }
    }
}
