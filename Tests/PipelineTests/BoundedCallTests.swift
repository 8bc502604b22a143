import Domain
import Synchronization
import TestKit
import Testing

@testable import Pipeline

struct BoundedCallTests {
    private let clock = ManualClock(.example)
    private let end = Gate()

    /// Opens when a test says so.
    private final class Gate: Sendable {
        private let state = Mutex((isOpen: false, waiting: [CheckedContinuation<Void, Never>]()))

        func wait() async {
            await withCheckedContinuation { continuation in
                let isOpen = state.withLock { state in
                    if !state.isOpen { state.waiting.append(continuation) }
                    return state.isOpen
                }
                if isOpen { continuation.resume() }
            }
        }

        func open() {
            let waiting = state.withLock { state in
                defer { state = (true, []) }
                return state.waiting
            }
            for continuation in waiting { continuation.resume() }
        }
    }

    /// A call that ends with the gate, within 5 s, and the task that waits for it.
    private func begin() async -> Task<Int?, Never> {
        let end = end
        let call = BoundedCall(clock: clock, within: .seconds(5)) {
            await end.wait()
            return 7
        }
        let waiting = Task { await call.value() }
        #expect(await eventually { clock.sleeperCount == 1 })
        return waiting
    }

    @Test func `a call that hangs is given up after its time`() async {
        let waiting = await begin()
        clock.advance(by: .seconds(5))
        #expect(await waiting.value == nil)
        end.open()
    }

    @Test func `a call that a sleep of the machine interrupted is given its time again`() async {
        let waiting = await begin()
        let wake = clock.now.instant.advanced(by: .seconds(8 * 3600 + 5))
        clock.advance(by: .seconds(8 * 3600))
        #expect(await eventually { clock.nextWake == wake })
        end.open()
        #expect(await waiting.value == 7)
    }

    @Test func `and is given up where it hangs all the same`() async {
        let waiting = await begin()
        clock.advance(by: .seconds(8 * 3600))
        #expect(await eventually { clock.sleeperCount == 1 })
        clock.advance(by: .seconds(5))
        #expect(await waiting.value == nil)
        end.open()
    }
}
