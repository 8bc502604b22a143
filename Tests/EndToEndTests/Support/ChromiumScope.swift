import Testing

/// Runs one browser for all tests of a suite.
struct ChromiumScope: SuiteTrait, TestScoping {
    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let chromium = try Chromium()
        do {
            try await Chromium.$shared.withValue(chromium) { try await function() }
        } catch {
            await chromium.quit()
            throw error
        }
        await chromium.quit()
    }
}

extension Trait where Self == ChromiumScope {
    /// Runs one browser for all tests of a suite.
    static var sharedChromium: Self { Self() }
}
