import Crypto
import Synchronization

/// Computes password checks one at a time, on a thread that lives while there are any.
///
/// One at a time, so that a flood of guesses never takes more than one processor, and those who are
/// known already are served beside it. Those who are not share the waiting places fairly. Requests
/// that ask the same share one computation.
final class VerificationQueue: Sendable {
    typealias Waiter = @Sendable (Verification.Outcome) -> Void

    private struct Job {
        let check: PasswordCheck
        let authentication: BasicAuthentication
        var waiters: [Waiter]
    }

    private struct State {
        var waiting = FairQueue<Job>(capacity: VerificationQueue.capacity)
        /// What is computed, and who else came to wait for it.
        var underWay: Job?
        var isStopped = false
    }

    /// How many may wait; with a cost of 10 the last one of them waits for 2 s.
    static let capacity = 32

    private let state = Mutex(State())

    /// Tells a waiter the outcome, soon or at once, on any thread.
    func submit(
        _ check: PasswordCheck, of authentication: BasicAuthentication, by asker: Asker,
        waiter: @escaping Waiter
    ) {
        let job = Job(check: check, authentication: authentication, waiters: [waiter])
        let (refused, isFirst) = state.withLock { state -> (Job?, Bool) in
            guard !state.isStopped else { return (job, false) }
            guard let underWay = state.underWay else {
                state.underWay = job
                return (nil, true)
            }
            if underWay.check.digest == check.digest {
                state.underWay?.waiters.append(waiter)
                return (nil, false)
            }
            // Another's place is no good to share: it may lose it for asking too often.
            let isShared = state.waiting.change(
                of: asker, where: { $0.check.digest == check.digest },
                { $0.waiters.append(waiter) })
            return (isShared ? nil : state.waiting.append(job, of: asker), false)
        }
        for waiter in refused?.waiters ?? [] { waiter(.refused) }
        guard isFirst else { return }
        // Not joined: what is under way when the server stops is of no use, and takes its time.
        guard let thread = OwnedThread({ self.work(on: job) }) else { return refuseAll() }
        thread.detach()
    }

    /// Refuses those that wait, and all that come.
    func stop() {
        state.withLock { $0.isStopped = true }
        refuseAll()
    }

    private func refuseAll() {
        let waiters = state.withLock { state in
            let jobs = state.waiting.removeAll() + (state.underWay.map { [$0] } ?? [])
            state.underWay = nil
            return jobs.flatMap(\.waiters)
        }
        for waiter in waiters { waiter(.refused) }
    }

    private func work(on first: Job) {
        var job = first
        while true {
            let isRight = job.check.run()
            job.authentication.note(isRight, of: job.check)
            let digest = job.check.digest
            let (waiters, next) = state.withLock { state -> ([Waiter], Job?) in
                // None is left where the server stops.
                guard let underWay = state.underWay else { return ([], nil) }
                let same = state.waiting.removeAll { $0.check.digest == digest }
                state.underWay = state.waiting.next()
                return ((underWay.waiters + same.flatMap(\.waiters)), state.underWay)
            }
            for waiter in waiters { waiter(isRight ? .right : .wrong) }
            guard let next else { return }
            job = next
        }
    }
}
