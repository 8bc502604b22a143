/// Waits until a condition holds, and says whether it did within a time that only a fault exceeds.
///
/// Other tasks run meanwhile; nothing is slept for.
public func eventually(
    within limit: Duration = .seconds(10), _ condition: @Sendable () async -> Bool
) async -> Bool {
    let end = ContinuousClock.now.advanced(by: limit)
    while ContinuousClock.now < end {
        if await condition() { return true }
        await Task.yield()
    }
    return await condition()
}
