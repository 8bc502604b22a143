/// Waits until a condition holds, and says whether it did within a time that only a fault exceeds.
///
/// - Parameter interval: the real time between two looks, for what other processes do; nil: other
///   tasks of this process run in between.
public func eventually(
    within limit: Duration = .seconds(10), every interval: Duration? = nil,
    _ condition: @Sendable () async -> Bool
) async -> Bool {
    let clock = ContinuousClock()
    let end = clock.now.advanced(by: limit)
    while clock.now < end {
        if await condition() { return true }
        if let interval {
            try? await clock.sleep(for: interval)
        } else {
            await Task.yield()
        }
    }
    return await condition()
}
