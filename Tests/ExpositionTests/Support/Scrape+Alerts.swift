import Domain
import ExchangeRate
import Exposition
import Freshness

extension Scrape {
    static func alert(
        _ name: AlertName, _ base: CurrencyCode? = nil, phase: AlertState.Phase? = nil
    ) -> AlertSnapshot {
        AlertSnapshot(
            key: AlertKey(name: name, base: base),
            state: phase.map {
                AlertState(
                    phase: $0, labels: ["alertname": name.rawValue],
                    annotations: ["summary": "no text of this is a label"],
                    startsAt: start.timestamp - .seconds(900))
            })
    }

    /// A receiver that was never sent to.
    static func idleReceiver(_ name: String) -> ReceiverSnapshot {
        ReceiverSnapshot(name: name, type: "webhook", address: "https://hooks.example.com")
    }

    /// A receiver that worked, gave one notification up, and fails at two others.
    static var failingReceiver: ReceiverSnapshot {
        var receiver = idleReceiver("oncall")
        receiver.counters.attempts = 19
        receiver.counters.failures = [.timeout: 5, .rateLimited: 1, .server: 3]
        receiver.counters.dropped = 1
        receiver.counters.lastSuccessAt = start.timestamp - .milliseconds(7200_750)
        receiver.waiting = [
            waiting(.stale, age: .milliseconds(312_500), attempts: 6, lastFailure: .timeout),
            waiting(.keyRejected, age: .seconds(2), attempts: 0, lastFailure: nil),
        ]
        return receiver
    }

    static func waiting(
        _ group: AlertGroup, age: Duration, attempts: Int, lastFailure: DeliveryFailure?
    ) -> ReceiverSnapshot.Waiting {
        ReceiverSnapshot.Waiting(
            group: group, alertCount: 1, isFiring: true, createdAt: start.timestamp - age,
            attempts: attempts,
            nextAttemptAt: lastFailure == nil ? nil : start.timestamp + .seconds(60),
            lastFailure: lastFailure)
    }
}
