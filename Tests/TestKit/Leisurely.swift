public import Testing

/// Lets tests that compute for seconds, with values of one task, run beside the others.
///
/// As many tasks as there are cores run at a time, so that two such tests would let all others wait,
/// and those fail that wait for something with a limit.
public struct Leisurely: SuiteTrait, TestTrait, TestScoping {
    public var isRecursive: Bool { true }

    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(LeisureExecutor.shared) { try await function() }
    }
}

extension Trait where Self == Leisurely {
    /// Lets tests that compute for seconds run beside the others.
    public static var leisurely: Self { Self() }
}

extension Trait where Self == ConditionTrait {
    /// Leaves out where a sanitizer would take minutes and has nothing to find: one task's values.
    public static var skippedUnderSanitizer: Self {
        .enabled(if: !Sanitizer.isPresent, "one task's values, for weeks to years")
    }
}
