import Synchronization

/// Notes values that come from any task, in the order of their coming.
public final class Recorder<Value: Sendable>: Sendable {
    private let noted = Mutex<[Value]>([])

    /// Makes an empty recorder.
    public init() {}

    /// What has come so far.
    public var values: [Value] { noted.withLock { $0 } }

    /// Notes a value.
    public func note(_ value: Value) {
        noted.withLock { $0.append(value) }
    }
}
