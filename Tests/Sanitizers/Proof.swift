import Foundation
import Synchronization

/// Does what a sanitizer must report, and what it must not, before it is believed on the tests.
@main
enum Proof {
    final class Counter: @unchecked Sendable {
        var value = 0
    }

    static func main() {
        switch CommandLine.arguments.last {
        case "right": contend(isOrdered: true)
        case "race": contend(isOrdered: false)
        case "after-free": readAfterFree()
        default: exit(2)
        }
    }

    /// Threads wait for a lock, and count under it or beside it.
    static func contend(isOrdered: Bool) {
        let lock = Mutex(0)
        let counter = Counter()
        DispatchQueue.concurrentPerform(iterations: 6) { _ in
            for turn in 1...200 {
                lock.withLock { turns in
                    turns += 1
                    if isOrdered { counter.value += 1 }
                    usleep(50)
                }
                if !isOrdered, turn.isMultiple(of: 10) { counter.value += 1 }
            }
        }
    }

    static func readAfterFree() {
        let memory = UnsafeMutablePointer<Int>.allocate(capacity: 1)
        memory.initialize(to: 1)
        memory.deallocate()
        print(memory.pointee)
    }
}
