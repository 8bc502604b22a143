/// The clocks that a service runs by: the machine's in the daemon, a manual one in tests.
public protocol TimeSource: Sendable {
    /// The present on both clocks.
    var now: Moment { get }

    /// Waits until an instant has come; ends early, with an error, where the task is cancelled.
    func sleep(until instant: MonotonicInstant) async throws
}

extension MonotonicInstant {
    /// Whether somebody who meant to go on at this instant is so late that the machine must have slept.
    package func isOverslept(at now: MonotonicInstant) -> Bool {
        duration(to: now) > .seconds(30)
    }
}
