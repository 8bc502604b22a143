import Dispatch

/// A thread that reads files, since a file system that hangs keeps whoever reads from it.
///
/// The threads of tasks are few, and all else needs them.
struct ReadingThread: Sendable {
    private let queue: DispatchQueue

    /// Makes one; it is started with its first work.
    init(name: String) {
        queue = DispatchQueue(label: name)
    }

    /// Does the work after all that came before it, and waits for its end.
    func run<Value: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let result = await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: Result(catching: work)) }
        }
        return try result.get()
    }
}
