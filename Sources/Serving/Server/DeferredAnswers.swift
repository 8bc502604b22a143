import Synchronization

/// The answers that requests wait for, so that a stop leaves none of them behind.
final class DeferredAnswers: Sendable {
    private struct State {
        var waiting: [ObjectIdentifier: DeferredAnswer] = [:]
        var isStopped = false
    }

    private let state = Mutex(State())

    /// Takes note of one until it is removed; one that comes after the stop is given at once.
    func add(_ answer: DeferredAnswer) {
        let isTaken = state.withLock { state in
            guard !state.isStopped else { return false }
            state.waiting[ObjectIdentifier(answer)] = answer
            return true
        }
        if !isTaken { answer.give(Self.stopping) }
    }

    /// Forgets one that was given.
    func remove(_ answer: DeferredAnswer) {
        state.withLock { $0.waiting[ObjectIdentifier(answer)] = nil }
    }

    /// Gives all that are waited for, and all that come.
    func stop() {
        let answers = state.withLock { state in
            defer { state.waiting = [:] }
            state.isStopped = true
            return state.waiting.values.map(\.self)
        }
        for answer in answers { answer.give(Self.stopping) }
    }

    private static let stopping = Response.text(503, "the server stops")
}
