import Dispatch
import Testing

@testable import Storage

struct StorageExecutorTests {
    private actor Waiter {
        private let executor = StorageExecutor()

        nonisolated var unownedExecutor: UnownedSerialExecutor {
            executor.asUnownedSerialExecutor()
        }

        func wait(for semaphore: Semaphore) -> DispatchTimeoutResult {
            semaphore.wait()
        }
    }

    /// A semaphore, waited for in a synchronous function as SQLite waits for a disk.
    private struct Semaphore: Sendable {
        let semaphore = DispatchSemaphore(value: 0)

        func wait() -> DispatchTimeoutResult {
            semaphore.wait(timeout: .now() + .seconds(20))
        }
    }

    @Test func `actors that block leave the tasks of others a thread`() async {
        let semaphore = Semaphore()
        let count = 16
        let results = await withTaskGroup(of: DispatchTimeoutResult.self) { group in
            for _ in 0..<count { group.addTask { await Waiter().wait(for: semaphore) } }
            // With every waiter blocked, this task still gets to run.
            await Task.yield()
            for _ in 0..<count { semaphore.semaphore.signal() }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results == Array(repeating: .success, count: count))
    }
}
