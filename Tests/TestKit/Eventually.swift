/// Waits until a condition holds, and says whether it did within a time that only a fault exceeds.
///
/// For what happens in other tasks, threads or processes and announces itself by no event.
///
/// - Parameters:
///   - limit: that time in a build without a sanitizer; it may take longer, until there were 100 looks.
///   - interval: the time between two looks.
public func eventually(
    within limit: Duration = .seconds(60), every interval: Duration = .milliseconds(2),
    _ condition: () async throws -> Bool
) async rethrows -> Bool {
    let clock = ContinuousClock()
    let end = clock.now.advanced(by: limit * Sanitizer.slowness)
    // Who did not get its turn has not waited for what it looks for.
    var looks = min(100, Int(limit / interval))
    while clock.now < end || looks > 0 {
        if try await condition() { return true }
        looks -= 1
        // A cancelled test ends by its own condition or limit.
        try? await clock.sleep(for: interval)
    }
    return try await condition()
}
