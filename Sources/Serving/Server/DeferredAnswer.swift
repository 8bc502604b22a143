import Synchronization

/// An answer that a request waits for, on no thread.
final class DeferredAnswer: Sendable {
    private let state = Mutex<Response?>(nil)
    private let resume: @Sendable () -> Void

    /// Makes one that is not given yet.
    ///
    /// - Parameter resume: called once, when it is given.
    init(resume: @escaping @Sendable () -> Void) {
        self.resume = resume
    }

    /// Nil while it is not given.
    var response: Response? { state.withLock { $0 } }

    /// Gives it; the first alone counts.
    func give(_ response: Response) {
        let isFirst = state.withLock { state in
            guard state == nil else { return false }
            state = response
            return true
        }
        if isFirst { resume() }
    }
}
