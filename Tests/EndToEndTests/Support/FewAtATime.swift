import Synchronization
import TestKit
import Testing

/// Lets a few tests run at a time, by the clock, so that what has to come in time is held up neither by the
/// others of these nor by those that compute.
struct FewAtATime: SuiteTrait, TestTrait, TestScoping {
    /// Each has two or three processes, which wait most of the time.
    ///
    /// Those with a sanitizer are optimized as well, so that more of them find room.
    private static let slots = Slots(count: Sanitizer.isPresent ? 16 : 10)

    var isRecursive: Bool { true }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        await Self.slots.take()
        defer { Self.slots.give() }
        await ByTheClock.quiet()
        try await function()
    }
}

/// A number of places; who finds none waits for its turn.
private final class Slots: Sendable {
    private struct State {
        var free: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Mutex<State>

    init(count: Int) {
        state = Mutex(State(free: count))
    }

    func take() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                if state.free > 0 {
                    state.free -= 1
                    return true
                }
                state.waiting.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
    }

    func give() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
            state.free += 1
            return nil
        }
        next?.resume()
    }
}

extension Trait where Self == FewAtATime {
    /// Lets a few tests run at a time.
    static var fewAtATime: Self { Self() }
}
