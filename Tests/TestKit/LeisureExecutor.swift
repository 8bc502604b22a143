import Foundation
import Synchronization

/// Runs tasks one at a time on a thread of its own, after the other threads of the process.
final class LeisureExecutor: TaskExecutor {
    static let shared = LeisureExecutor()

    private let jobs = Mutex<[UnownedJob]>([])
    private let count = DispatchSemaphore(value: 0)

    private init() {
        Thread.detachNewThread { [self] in
            // On Linux this is about the calling thread alone. nice(2)
            _ = nice(5)
            while true {
                count.wait()
                let job = jobs.withLock { $0.removeFirst() }
                job.runSynchronously(on: asUnownedTaskExecutor())
            }
        }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
        count.signal()
    }
}
