import Foundation
import Synchronization

/// Does what a sanitizer must report, and what it must not, before it is believed on the tests.
@main
enum Proof {
    final class Counter: @unchecked Sendable {
        var value = 0
    }

    static func main() async {
        switch CommandLine.arguments.last {
        case "right":
            contend(isOrdered: true)
            share()
            for _ in 0..<300 { await receive() }
        case "race": contend(isOrdered: false)
        case "late-write": for _ in 0..<300 { await writeAfterResuming() }
        case "shared-write": writeBesideReferences()
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

    /// Threads take an array out of a lock and read it beside it; others write into it under the lock.
    static func share() {
        let kept = Mutex([[1, 2, 3]])
        DispatchQueue.concurrentPerform(iterations: 6) { thread in
            for turn in 0..<1000 {
                if thread.isMultiple(of: 2) {
                    let rows = kept.withLock { $0 }
                    precondition(rows.joined().reduce(0, +) >= 6)
                } else {
                    kept.withLock { $0[0][turn % 3] += 1 }
                }
            }
        }
    }

    /// A thread fills an array for a task, which may come before it or after it.
    static func receive() async {
        let bytes = await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                var bytes: [UInt8] = []
                for byte in UInt8(0)..<45 { bytes.append(byte) }
                continuation.resume(returning: bytes)
            }
        }
        precondition(bytes.reduce(0, { $0 + Int($1) }) == 990)
    }

    /// A thread writes on after it has resumed the task, which writes as well.
    static func writeAfterResuming() async {
        let counter = Counter()
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume()
                counter.value += 1
            }
        }
        counter.value += 1
    }

    /// Threads take and give back references to one array, and count beside it.
    static func writeBesideReferences() {
        let kept = Mutex([1, 2, 3])
        let counter = Counter()
        DispatchQueue.concurrentPerform(iterations: 6) { _ in
            for _ in 0..<200 {
                counter.value += kept.withLock { $0 }.count
                usleep(50)
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
