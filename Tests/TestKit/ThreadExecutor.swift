import Foundation
import Synchronization

/// Runs tasks on threads of its own, beside those that all other tasks of the process share.
///
/// A thread that was begun waits for the next task, to the end of the process.
public final class ThreadExecutor: TaskExecutor {
    /// A thread for each task that wants to run: none waits for one that blocks its thread.
    public static let blocking = ThreadExecutor(threads: .max, niceness: 0)
    /// One thread, which comes after the others of the process.
    public static let leisurely = ThreadExecutor(threads: 1, niceness: 5)

    private struct State {
        var jobs: [UnownedJob] = []
        /// Those that run no job: there is one for each of `jobs`, or the limit is reached.
        var idleThreads = 0
        var threads = 0
    }

    private let limit: Int
    private let niceness: CInt
    private let state = Mutex(State())
    private let jobCount = DispatchSemaphore(value: 0)

    /// - Parameters:
    ///   - limit: how many threads there may be.
    ///   - niceness: how far its threads stand back behind the others of the process, from 0 to 19.
    private init(threads limit: Int, niceness: CInt) {
        self.limit = limit
        self.niceness = niceness
    }

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let needsThread = state.withLock { state in
            state.jobs.append(job)
            guard state.jobs.count > state.idleThreads, state.threads < limit else { return false }
            state.threads += 1
            state.idleThreads += 1
            return true
        }
        if needsThread { Thread.detachNewThread { [self] in run() } }
        jobCount.signal()
    }

    private func run() {
        // On Linux this is about the calling thread alone. nice(2)
        if niceness > 0 { _ = nice(niceness) }
        while true {
            jobCount.wait()
            let job = state.withLock { state in
                state.idleThreads -= 1
                return state.jobs.removeFirst()
            }
            job.runSynchronously(on: asUnownedTaskExecutor())
            state.withLock { $0.idleThreads += 1 }
        }
    }
}
