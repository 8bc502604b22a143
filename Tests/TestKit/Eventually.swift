/// Waits until a condition holds, and says whether it did within a time that only a fault exceeds.
///
/// For what happens in other tasks, threads or processes and announces itself by no event.
///
/// - Parameters:
///   - limit: that time in a build without a sanitizer.
///   - interval: the time between two looks.
public func eventually(
    within limit: Duration = .seconds(60), every interval: Duration = .milliseconds(2),
    _ condition: () async throws -> Bool
) async rethrows -> Bool {
    let clock = ContinuousClock()
    let end = clock.now.advanced(by: limit * Sanitizer.slowness)
    while clock.now < end {
        if try await condition() { return true }
        // A cancelled test ends by its own condition or limit.
        try? await clock.sleep(for: interval)
    }
    return try await condition()
}
