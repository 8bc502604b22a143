import Domain
import ExchangeRate
import Polling

/// The requests: stored, sent, answered.
extension Engine {
    /// Begins the requests of all bases that may be asked at this moment.
    func begin(
        _ first: CurrencyCode, now: Moment
    ) -> (requests: [WatchedBase], attempts: StateUpdate) {
        var requests: [WatchedBase] = []
        var attempts = StateUpdate()
        var action = PollSchedule.Action.poll(first)
        while case .poll(let base) = action, let request = state.request(of: base) {
            requests.append(request)
            attempts.merge(state.begin(base, now: now))
            action = state.next(now: now)
        }
        return (requests, attempts)
    }

    func poll(_ requests: [WatchedBase], _ attempts: StateUpdate) async {
        // An attempt is stored before it is sent, so that no restart polls early.
        await write(attempts)
        let startedAt = clock.now
        let leaving = requests.filter { state.send($0.base, now: startedAt) }
        underWay += leaving.count
        // A request that the API sees is one that the page counts.
        publish()
        wakeup.wake()
        await withDiscardingTaskGroup { group in
            for request in leaving {
                group.addTask { await self.ask(request, startedAt: startedAt) }
            }
        }
    }

    private func ask(_ request: WatchedBase, startedAt: Moment) async {
        let answer = await fetch(request)
        underWay -= 1
        guard !Task.isCancelled else {
            state.abandon(request.base)
            return
        }
        let outcome = PollOutcome(
            base: request.base, startedAt: startedAt, endedAt: clock.now, answer: answer)
        let isFirst = unjudged == nil
        var answers = unjudged ?? UnjudgedAnswers(since: outcome.endedAt.instant)
        answers.add(state.ingest(outcome, jitter: chance.jitter()))
        unjudged = answers
        if isFirst || underWay == 0 { wakeup.wake() }
    }
}
