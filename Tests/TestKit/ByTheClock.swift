public import Testing

/// Keeps tests that measure time, or wait for another process or the network, from being held up by those
/// that compute: they begin when tasks have their turn at once.
public struct ByTheClock: SuiteTrait, TestTrait, TestScoping {
    public var isRecursive: Bool { true }

    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        await Self.quiet()
        try await function()
    }

    /// Ends when a task that goes to the end of the queue comes out of it soon.
    ///
    /// At the start of a run the first steps of all its tests stand there.
    public static func quiet() async {
        // A step of a test takes less; those of hundreds, seconds.
        let soon: Duration = .milliseconds(50) * Sanitizer.slowness
        let clock = ContinuousClock()
        // A machine that stays busy is no reason to wait for ever.
        for _ in 0..<600 where await clock.measure({ await Task.yield() }) <= soon { return }
    }
}

extension Trait where Self == ByTheClock {
    /// Keeps tests that measure time from being held up by those that compute.
    public static var byTheClock: Self { Self() }
}
