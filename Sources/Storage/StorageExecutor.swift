import Dispatch

/// Runs the jobs of one actor on a queue of its own, whose thread may block in SQLite.
final class StorageExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "exchangerate.storage")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    func checkIsolated() {
        dispatchPrecondition(condition: .onQueue(queue))
    }
}
