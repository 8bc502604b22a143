/// The clocks that a service runs by: the machine's in the daemon, a manual one in tests.
public protocol TimeSource: Sendable {
    /// The present on both clocks.
    var now: Moment { get }

    /// Waits until an instant has come; ends early, with an error, where the task is cancelled.
    func sleep(until instant: MonotonicInstant) async throws
}

extension Duration {
    /// How late somebody who sleeps goes on only where the machine slept as well.
    package static let oversleep: Duration = .seconds(30)
}
