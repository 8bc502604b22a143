public import Domain
import Freshness
import Synchronization

/// A call that is waited for until a deadline, and whose late result is kept.
///
/// A system call that hangs cannot be cancelled, so the task that waits for it is left behind.
public final class BoundedCall<Value: Sendable>: Sendable {
    private let first = FirstResult<Value?>()
    private let kept = Mutex<Value?>(nil)
    private let clock: any TimeSource
    private let limit: Duration
    private let deadline: MonotonicInstant

    /// Begins a call.
    public init(
        clock: any TimeSource, within limit: Duration,
        _ work: @escaping @Sendable () async -> Value
    ) {
        self.clock = clock
        self.limit = limit
        deadline = clock.now.instant.advanced(by: limit)
        // Unstructured: whoever waits must be able to leave it.
        Task {
            let value = await work()
            kept.withLock { $0 = value }
            _ = first.offer(value)
        }
    }

    /// Waits for what comes of it, once; nil where it is not done in time.
    public func value() async -> Value? {
        let timer = Task {
            do {
                try await clock.sleep(until: deadline)
                let now = clock.now.instant
                // A call whose machine slept is as far as it was before.
                if deadline.isOverslept(at: now) {
                    try await clock.sleep(until: now.advanced(by: limit))
                }
            } catch {
                return
            }
            _ = first.offer(nil)
        }
        defer { timer.cancel() }
        return await first.value()
    }

    /// What came of it, in time or late; nil while it is under way.
    public var result: Value? { kept.withLock { $0 } }
}
