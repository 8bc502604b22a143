import Domain
import ExchangeRate
import Freshness

extension Samples {
    /// Alerts, groups and notifications with something in every field.
    static func alerting() throws -> StoredAlerting {
        let (usd, eur) = (try code("USD"), try code("EUR"))
        let firing = Alert(
            labels: [
                "alertname": "ExchangeRateStale", "base": "USD", "team": "e\u{301} \u{0} 'x'\n\"",
            ],
            annotations: ["summary": "USD/EUR is old \u{1f4b6}", "": ""], startsAt: now)
        var ended = firing
        ended.labels["base"] = "EUR"
        ended.endsAt = Timestamp(nanosecondsSinceEpoch: .max)
        return StoredAlerting(
            alerts: [
                AlertKey(name: .stale, base: usd): AlertState(
                    phase: .firing, labels: firing.labels, annotations: firing.annotations,
                    startsAt: now, heldFor: .nanoseconds(1), clearFor: .nanoseconds(Int64.max)),
                AlertKey(name: .stale, base: eur): AlertState(
                    phase: .pending, labels: [:], annotations: [:],
                    startsAt: Timestamp(nanosecondsSinceEpoch: .min), heldFor: .seconds(90)),
                AlertKey(name: .limited): AlertState(
                    phase: .firing, labels: ["severity": "warning"], annotations: [:],
                    startsAt: now, clearFor: .zero),
            ],
            groups: [
                GroupState(
                    receiver: "oncall", name: .stale,
                    origin: GroupOrigin(
                        labels: ["region": "eu", "": "'"], externalURL: "http://é/"),
                    firing: [firing], resolved: [ended],
                    firstDueAt: now + .seconds(10),
                    told: GroupState.Told(firing: [firing.identity, ended.identity], at: now)),
                GroupState(receiver: "chat é", name: .limited, firstDueAt: now),
                GroupState(
                    receiver: "chat é", name: .keyRejected, firing: [firing], firstDueAt: now,
                    told: GroupState.Told(firing: [], at: now)),
            ],
            outbox: outbox(firing: firing, ended: ended),
            feeds: [
                FeedState(
                    receiver: "cluster",
                    ended: [
                        FeedState.Ended(group: .stale, alert: ended),
                        FeedState.Ended(
                            group: .limited, alert: ended,
                            takenAt: ["https://a.example": now, "https://a.example #2": now]),
                    ]),
                FeedState(
                    receiver: "another",
                    ended: [FeedState.Ended(group: .stale, alert: ended)]),
            ],
            answers: [.good, .limit, .limit, .quota, .other],
            rejections: KeyRejections(unauthorizedAt: now - .seconds(5), forbidden: [usd, eur]),
            downgrades: [usd: ["live", "é"], eur: ["live"]])
    }

    private static func outbox(firing: Alert, ended: Alert) -> [OutboxItem] {
        var tried = OutboxItem(
            notification: Notification(
                id: "zz", receiver: "oncall", group: .stale, reason: .added, createdAt: now,
                alerts: [firing, ended]),
            receiverType: "webhook", bodies: [[0, 10, 255], [], Array("{}".utf8)])
        tried.attempts = 7
        tried.deliveredBodies = 2
        tried.receiverType = "pagerduty"
        tried.notification.origin = GroupOrigin(
            labels: ["team": "fx"], externalURL: "https://fx.example/")
        tried.nextAttemptAt = now + .seconds(40)
        tried.retryAfter = now + .seconds(30)
        tried.lastFailure = .rateLimited
        // Neither the ids nor the times are in the order of the queue.
        let untried = OutboxItem(
            notification: Notification(
                id: "aa", receiver: "chat é", group: .limited, reason: .first,
                createdAt: now - .seconds(60), alerts: [ended]),
            receiverType: "webhook", bodies: [])
        let last = OutboxItem(
            notification: Notification(
                id: "mm", receiver: "oncall", group: .limited, reason: .allResolved,
                createdAt: now - .seconds(30), alerts: []),
            receiverType: "webhook", bodies: [[0]])
        return [tried, untried, last]
    }

    /// Alerts, groups and notifications of which every row says the same number.
    static func alerting(numbered number: Int) -> StoredAlerting {
        let time = Timestamp(nanosecondsSinceEpoch: Int64(number))
        let alert = Alert(labels: ["number": "\(number)"], annotations: [:], startsAt: time)
        return StoredAlerting(
            alerts: [
                AlertKey(name: .limited): AlertState(
                    phase: .firing, labels: alert.labels, annotations: [:], startsAt: time)
            ],
            groups: [
                GroupState(receiver: "oncall", name: .limited, firing: [alert], firstDueAt: time)
            ],
            outbox: ["a", "b"].map { id in
                OutboxItem(
                    notification: Notification(
                        id: id, receiver: "oncall", group: .limited, reason: .first,
                        createdAt: time, alerts: [alert]),
                    receiverType: "webhook",
                    bodies: Array(repeating: Array("\(number)".utf8), count: 2))
            },
            answers: [.good, .limit], rejections: KeyRejections(unauthorizedAt: time))
    }

    /// Every base stale, and no receiver told of it yet.
    static func alerting(of bases: [CurrencyCode], receivers: Int) -> StoredAlerting {
        var alerting = StoredAlerting()
        for base in bases {
            alerting.alerts[AlertKey(name: .stale, base: base)] = AlertState(
                phase: .firing,
                labels: [
                    "alertname": "ExchangeRateStale", "base": base.text, "severity": "critical",
                ],
                annotations: [
                    "summary": "\(base) is stale",
                    "description": String(repeating: "x", count: 400),
                ], startsAt: now)
        }
        let firing = alerting.alerts.values.map {
            Alert(labels: $0.labels, annotations: $0.annotations, startsAt: $0.startsAt)
        }
        for receiver in (1...receivers).map({ "receiver-\($0)" }) {
            alerting.groups.append(
                GroupState(receiver: receiver, name: .stale, firing: firing, firstDueAt: now))
            alerting.outbox.append(
                OutboxItem(
                    notification: Notification(
                        id: receiver, receiver: receiver, group: .stale, reason: .first,
                        createdAt: now, alerts: firing),
                    receiverType: "webhook",
                    bodies: [Array(repeating: 0x78, count: 700 * bases.count)]))
        }
        return alerting
    }

    /// What the rows say.
    static func numbers(of alerting: StoredAlerting) -> [Int] {
        let times =
            alerting.alerts.values.map(\.startsAt) + alerting.groups.map(\.firstDueAt)
            + alerting.outbox.map(\.notification.createdAt)
            + [alerting.rejections.unauthorizedAt].compactMap(\.self)
        let bodies = alerting.outbox.flatMap(\.bodies).map { String(decoding: $0, as: UTF8.self) }
        return times.map { Int($0.nanosecondsSinceEpoch) } + bodies.compactMap { Int($0) }
    }
}
