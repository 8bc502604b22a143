import Synchronization

/// The faults that are still to befall each lane, and what has befallen it.
final class WireLane: Sendable {
    private struct State {
        var faults: [WireFault]
        var count = 0
    }

    private let state: Mutex<State>
    /// How many exchanges follow each other before one is left alone.
    private let stride: Int

    init(_ faults: [WireFault], stride: Int) {
        state = Mutex(State(faults: faults.reversed()))
        self.stride = stride
    }

    /// What happens to the next exchange: nothing to the first, and to one of a few later ones.
    func next() -> WireFault {
        state.withLock { state in
            defer { state.count += 1 }
            guard !state.count.isMultiple(of: stride) else { return .none }
            return state.faults.popLast() ?? .none
        }
    }

    /// Whether nothing is left to happen.
    var isDone: Bool { state.withLock(\.faults.isEmpty) }
}
