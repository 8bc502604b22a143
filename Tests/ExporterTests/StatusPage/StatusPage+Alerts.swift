import Domain
import ExchangeRate
import Freshness

@testable import Exporter

extension StatusPage {
    static func alert(
        _ name: AlertName, _ base: String? = nil, phase: AlertState.Phase = .firing,
        severity: String = "critical", age: Duration = .seconds(900), clearFor: Duration? = nil,
        summary: String, description: String
    ) -> AlertSnapshot {
        var labels = ["alertname": name.rawValue, "severity": severity, "team": "fx"]
        labels["base"] = base
        return AlertSnapshot(
            key: AlertKey(name: name, base: base.map(code)),
            state: AlertState(
                phase: phase, labels: labels,
                annotations: ["summary": summary, "description": description],
                startsAt: present.timestamp - age, clearFor: clearFor,
                clearedAt: clearFor.map { present.timestamp - $0 }))
    }

    static let inactiveAlerts = [
        AlertSnapshot(key: AlertKey(name: .keyRejected), state: nil),
        AlertSnapshot(key: AlertKey(name: .limited), state: nil),
        AlertSnapshot(key: AlertKey(name: .stale, base: code("USD")), state: nil),
        AlertSnapshot(key: AlertKey(name: .symbolStale, base: code("USD")), state: nil),
    ]

    static let troubledAlerts = [
        alert(
            .keyRejected, age: .seconds(2520), summary: "The API rejects the key",
            description: """
                An answer was 401: the key is wrong, expired, or missing where one is now needed. \
                No rate is updated until it is mended. Put a valid key in place of the old one; a \
                key file is read again within 10 s.
                """),
        alert(
            .limited, severity: "warning", age: .seconds(610), clearFor: .seconds(20),
            summary: "The API limits our requests",
            description: """
                3 of the last 10 answers were limit answers. Polling pauses until \
                2026-06-16T14:12:12Z. Lengthen the intervals, poll fewer bases, or raise the plan; \
                `check-config` shows what the configuration asks for.
                """),
        alert(
            .stale, "EUR", age: .seconds(16_800),
            summary: "EUR rates are stale: no new live data",
            description: """
                The newest live data is of 2026-06-16T09:05:00Z; newer was due by \
                2026-06-16T09:25:00Z, at an age of 20m. Overdue: CHF, GBP, USD. The last poll \
                failed: 401 unauthorized: the key was refused; is it still valid?
                """),
        alert(
            .stale, "GBP", age: .seconds(60), summary: "GBP rates never came",
            description: "No data has come since polling began."),
        AlertSnapshot(key: AlertKey(name: .stale, base: code("JPY")), state: nil),
        alert(
            .symbolStale, "USD", phase: .pending, severity: "warning", age: .seconds(240),
            summary: "USD rates of INR are stale, others are fresh",
            description: """
                INR is of 2026-06-16T11:05:00Z, newer was due by 2026-06-16T11:25:00Z. Ask the \
                provider whether the currency is still quoted; take it out of the configuration \
                where it is not.
                """),
    ]

    static let clearingAlert = alert(
        .stale, "USD", age: .seconds(4210), clearFor: .seconds(80),
        summary: "USD rates are stale: no new live data",
        description: """
            The newest live data is of 2026-06-16T12:30:00Z; newer was due by \
            2026-06-16T12:50:00Z, at an age of 20m.
            """)

    static var hostileAlert: AlertSnapshot {
        var alert = alert(
            .stale, "JPY", severity: hostileText, summary: hostileText, description: hostileText)
        alert.state?.labels[hostileText] = String(repeating: "<", count: 100_000)
        alert.state?.annotations["description"]? += String(repeating: "&", count: 100_000)
        return alert
    }

    static func receiver(_ name: String) -> ReceiverSnapshot {
        ReceiverSnapshot(name: name, type: "webhook", address: "https://hooks.example.com")
    }

    static var deliveringReceiver: ReceiverSnapshot { deliveringReceiver("oncall") }

    static func deliveringReceiver(_ name: String) -> ReceiverSnapshot {
        var receiver = receiver(name)
        receiver.counters.attempts = 8
        receiver.counters.failures = [.timeout: 1]
        receiver.counters.lastSuccessAt = present.timestamp - .seconds(11_100)
        return receiver
    }

    static var sendingReceiver: ReceiverSnapshot {
        var receiver = deliveringReceiver
        receiver.waiting = [waiting(.stale, age: .milliseconds(300))]
        return receiver
    }

    /// The worst last, so that the page has something to sort.
    static var troubledReceivers: [ReceiverSnapshot] {
        var dropping = receiver("archive")
        dropping.counters.attempts = 412
        dropping.counters.failures = [.connect: 410]
        dropping.counters.dropped = 2
        dropping.counters.lastSuccessAt = present.timestamp - .seconds(90)
        var failing = receiver("oncall")
        failing.counters.attempts = 19
        failing.counters.failures = [.timeout: 5, .rateLimited: 1, .server: 5]
        failing.waiting = [
            waiting(
                .stale, alertCount: 2, age: .seconds(312), attempts: 6, lastFailure: .timeout,
                wait: .seconds(95)),
            waiting(
                .limited, isFiring: false, age: .seconds(75), attempts: 1, lastFailure: .client,
                wait: .seconds(-1)),
            waiting(.keyRejected, age: .seconds(2)),
        ]
        return [deliveringReceiver("chat"), dropping, failing]
    }

    static var hostileReceiver: ReceiverSnapshot {
        var receiver = ReceiverSnapshot(
            name: hostileText, type: hostileText, address: hostileText)
        receiver.counters.dropped = .max
        receiver.waiting = [waiting(.stale, age: .seconds(-60), attempts: -1, lastFailure: .dns)]
        return receiver
    }

    static func waiting(
        _ group: AlertGroup, alertCount: Int = 1, isFiring: Bool = true, age: Duration,
        attempts: Int = 0, lastFailure: DeliveryFailure? = nil, wait: Duration? = nil
    ) -> ReceiverSnapshot.Waiting {
        ReceiverSnapshot.Waiting(
            group: group, alertCount: alertCount, isFiring: isFiring,
            createdAt: present.timestamp - age, attempts: attempts,
            nextAttemptAt: wait.map { present.timestamp + $0 }, lastFailure: lastFailure)
    }
}
