import Domain
import Testing

@testable import Delivery

/// A notification whose bodies are golden files of each type that is for people.
struct GoldenNotification: Sendable, CustomTestStringConvertible {
    let name: String
    let notification: Notification

    var testDescription: String { name }

    static let all = [
        GoldenNotification(
            name: "firing",
            notification: .example(
                origin: origin, alerts: [.example("EUR", startsAt: -60), .example("USD")])),
        GoldenNotification(
            name: "some-resolved",
            notification: .example(
                origin: origin, reason: .someResolved,
                alerts: [.example("EUR", startsAt: -60, endsAt: 120.25), .example("USD")])),
        GoldenNotification(
            name: "all-resolved",
            notification: .example(
                group: .limited, origin: origin, reason: .allResolved,
                alerts: [
                    Alert(
                        labels: [
                            "alertname": "ExchangeRateLimited", "severity": "warning",
                            "team": "fx",
                        ],
                        annotations: ["reason": "no longer watched"],
                        startsAt: Moment.example.timestamp, endsAt: Moment.after(600).timestamp)
                ])),
        GoldenNotification(
            name: "ended-before-told",
            notification: .example(origin: origin, alerts: [.example("USD", endsAt: 30)])),
        GoldenNotification(name: "odd-unicode", notification: .example(alerts: [odd])),
    ]

    static let origin = GroupOrigin(
        labels: ["team": "fx", "site": "zürich"], externalURL: "https://fx.example/")

    private static let odd: Alert = {
        var alert = Alert.example("EUR", startsAt: -0.5)
        alert.labels["team"] = "Zürich \"FX\" \\ 汇率 👩‍👩‍👧‍👦"
        alert.annotations["summary"] = "a\nb\u{0}\u{2028}</script>\u{202E} <!here> @channel & *b*"
        return alert
    }()
}
