import Delivery
import Domain
import HTTP

/// The workers of the receivers, and the pings of the heartbeat.
extension Engine {
    /// Sends what waits for an address, one after the other, until the task is cancelled.
    func deliver(to destination: Destination) async {
        guard let wakeup = deliveryWakeups[destination] else { return }
        // It ends where a reload took its receiver out, or changed the address.
        while !Task.isCancelled, let (receiver, url) = state.recipient(at: destination) {
            switch state.nextDelivery(at: destination, now: clock.now) {
            case .send(let item):
                state.beginDelivery(item, at: destination, now: clock.now)
                guard let result = await dispatcher.send(item, to: receiver, at: url) else {
                    state.abandonDelivery(item, at: destination, now: clock.now)
                    continue
                }
                let (update, events) = state.settle(
                    item, at: destination, report: result, jitter: chance.jitter(),
                    now: clock.now)
                isEvaluationDue = true
                publish()
                self.wakeup.wake()
                for event in events { report(event) }
                // The present state told once more changes nothing.
                if update.alerting != nil { await write(update) }
            case .wait(let instant):
                await wakeup.sleep(until: instant, clock: clock)
            case .idle:
                await wakeup.sleep(until: nil, clock: clock)
            }
        }
        deliveryWakeups[destination] = nil
        // Where it has come back meanwhile, it needs another worker.
        self.wakeup.wake()
    }

    func ping(_ request: HTTPRequest) async {
        guard let (isDelivered, detail) = await dispatcher.ping(request) else {
            heartbeat?.abandon()
            return
        }
        let change = heartbeat?.settle(
            isDelivered: isDelivered, jitter: chance.jitter(), now: clock.now)
        publish()
        wakeup.wake()
        switch change {
        case .failing: report(.heartbeatFailing(detail: detail))
        case .recovered: report(.heartbeatRecovered)
        case nil: break
        }
    }

    func wakeDeliveries() {
        for wakeup in deliveryWakeups.values { wakeup.wake() }
    }
}
