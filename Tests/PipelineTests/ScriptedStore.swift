import Domain
import Synchronization

/// A store that notes what it is given, and fails or hangs where a test says so.
final class ScriptedStore: StateStore {
    enum Mood: Sendable {
        case works
        /// In a way that may pass by itself.
        case fails
        /// Until it is opened anew.
        case breaks
        case hangs
    }

    private struct State {
        var mood = Mood.works
        var changes: [StateChange] = []
        var hanging: [CheckedContinuation<Void, Never>] = []
        var isClosed = false
        var failsWriteBack = false
    }

    private let state = Mutex(State())

    var changes: [StateChange] { state.withLock { $0.changes } }
    var isClosed: Bool { state.withLock { $0.isClosed } }
    var isHanging: Bool { state.withLock { !$0.hanging.isEmpty } }

    func set(_ mood: Mood) {
        let released = state.withLock { state in
            state.mood = mood
            defer { state.hanging = [] }
            return state.hanging
        }
        for continuation in released { continuation.resume() }
    }

    func load() async throws(StorageError) -> StoredState { StoredState() }

    func commit(_ change: StateChange) async throws(StorageError) {
        switch state.withLock({ $0.mood }) {
        case .works: break
        case .fails:
            throw StorageError(operation: .commit, kind: .full, message: "the disk is full")
        case .breaks:
            throw StorageError(operation: .commit, kind: .failed, message: "the file is gone")
        case .hangs: await hang()
        }
        state.withLock { $0.changes.append(change) }
    }

    func failWriteBack(_ fails: Bool = true) { state.withLock { $0.failsWriteBack = fails } }

    func writeBack() async throws(StorageError) {
        guard !state.withLock({ $0.failsWriteBack }) else {
            throw StorageError(operation: .commit, kind: .failed, message: "the log grows")
        }
    }

    private func hang() async {
        await withCheckedContinuation { continuation in
            state.withLock { $0.hanging.append(continuation) }
        }
    }

    func close() async {
        if state.withLock({ $0.mood == .hangs }) { await hang() }
        state.withLock { $0.isClosed = true }
    }
}
