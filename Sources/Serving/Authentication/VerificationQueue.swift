import Crypto
import Synchronization

/// Computes password checks one at a time, on a thread that lives while there are any.
///
/// One at a time, so that a flood of guesses never takes more than one processor, and those who are
/// known already are served beside it. Requests that ask the same share one computation.
final class VerificationQueue: Sendable {
    private struct Job {
        let check: PasswordCheck
        let authentication: BasicAuthentication
        var waiters: [@Sendable (Verification.Outcome) -> Void]
    }

    private struct State {
        /// The first one is under way.
        var jobs: [Job] = []
        var isStopped = false
    }

    /// How many may wait; with a cost of 10 the last one of them waits for 2 s.
    static let capacity = 32

    private let state = Mutex(State())

    /// Tells a waiter the outcome, soon or at once, on any thread.
    func submit(
        _ check: PasswordCheck, of authentication: BasicAuthentication,
        waiter: @escaping @Sendable (Verification.Outcome) -> Void
    ) {
        let (isTaken, isFirst) = state.withLock { state -> (Bool, Bool) in
            guard !state.isStopped else { return (false, false) }
            let same = state.jobs.firstIndex { job in
                job.check.digest == check.digest && job.authentication === authentication
            }
            if let same {
                state.jobs[same].waiters.append(waiter)
                return (true, false)
            }
            guard state.jobs.count < Self.capacity else { return (false, false) }
            state.jobs.append(
                Job(check: check, authentication: authentication, waiters: [waiter]))
            return (true, state.jobs.count == 1)
        }
        guard isTaken else { return waiter(.refused) }
        guard isFirst else { return }
        // Not joined: what is under way when the server stops is of no use, and takes its time.
        guard let thread = OwnedThread({ self.work() }) else { return refuseAll() }
        thread.detach()
    }

    /// Refuses those that wait, and all that come.
    func stop() {
        state.withLock { $0.isStopped = true }
        refuseAll()
    }

    private func refuseAll() {
        let jobs = state.withLock { state in
            defer { state.jobs = [] }
            return state.jobs
        }
        for waiter in jobs.flatMap(\.waiters) { waiter(.refused) }
    }

    private func work() {
        while let job = state.withLock({ $0.jobs.first }) {
            let isRight = job.check.run()
            job.authentication.note(isRight, of: job.check)
            // More may have come to wait for it meanwhile; none are left where the server stops.
            let waiters = state.withLock { state in
                state.jobs.isEmpty ? [] : state.jobs.removeFirst().waiters
            }
            for waiter in waiters { waiter(isRight ? .right : .wrong) }
        }
    }
}
