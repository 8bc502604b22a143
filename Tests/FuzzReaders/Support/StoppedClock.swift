import Domain

/// A clock that stands still.
struct StoppedClock: TimeSource {
    var now: Moment { ExamplePipeline.now }

    func sleep(until instant: MonotonicInstant) async throws {}
}
