import Domain
import Foundation
import Freshness
import HTTP
import TestKit
import Testing

@testable import Delivery

struct WebhookReceiverTests {
    private let receiver = WebhookReceiver(settings: .example(), version: "1.2.3")
    private let context = NotificationContext(externalURL: "https://fx.example/")

    private func body(_ notification: Domain.Notification) -> String {
        let bodies = receiver.bodies(for: notification, context: context)
        #expect(bodies.count == 1)
        return String(decoding: bodies.joined(), as: UTF8.self)
    }

    private func object(_ notification: Domain.Notification) throws -> [String: Any] {
        let body = Data(body(notification).utf8)
        return try #require(JSONSerialization.jsonObject(with: body) as? [String: Any])
    }

    private static let odd: Alert = {
        var alert = Alert.example("EUR", startsAt: -0.5)
        alert.labels["team"] = "Zürich \"FX\" \\ 汇率 👩‍👩‍👧‍👦"
        alert.annotations["summary"] = "a\nb\u{0}\u{2028}</script>"
        return alert
    }()

    @Test(arguments: [
        ("firing", Domain.Notification.example(alerts: [.example("EUR"), .example("USD")])),
        (
            "some-resolved",
            .example(
                reason: .someResolved,
                alerts: [.example("EUR", startsAt: -60, endsAt: 120.25), .example("USD")])
        ),
        (
            "all-resolved",
            .example(
                group: .limited, reason: .allResolved,
                alerts: [
                    Alert(
                        labels: ["alertname": "ExchangeRateLimited", "severity": "warning"],
                        annotations: [:], startsAt: Moment.example.timestamp,
                        endsAt: Moment.after(600).timestamp)
                ])
        ),
        ("odd-unicode", .example(alerts: [odd])),
    ])
    func `a body is what Alertmanager sends`(name: String, notification: Domain.Notification) {
        let golden = GoldenFile("../Golden/webhook-\(name).json")
        #expect(golden.mismatch(with: body(notification)) == nil)
    }

    @Test func `headers carry the id of the notification and the time of the try`() {
        let item = OutboxItem(
            notification: .example("d41d8cd9"), receiverType: "webhook", bodies: [[0x7B, 0x7D]])
        var settings = ReceiverSettings.example()
        settings.signingSecrets = []
        settings.headers = []
        let requests = WebhookReceiver(settings: settings, version: "1.2.3").requests(
            for: item, to: settings.url, sentAt: Moment.after(61.9).timestamp)
        #expect(requests.map(\.url) == [settings.url.secret.reveal()])
        #expect(requests.map(\.body) == [[0x7B, 0x7D]])
        #expect(
            requests.map(\.headers) == [
                HTTPHeaders([
                    HTTPHeaders.Field(name: "Content-Type", value: "application/json"),
                    HTTPHeaders.Field(name: "User-Agent", value: "exchangerate-exporter/1.2.3"),
                    HTTPHeaders.Field(name: "webhook-id", value: "d41d8cd9"),
                    HTTPHeaders.Field(name: "webhook-timestamp", value: "1781618461"),
                ])
            ])
    }

    @Test func `time limit and authorities are those of the settings`() {
        var settings = ReceiverSettings.example()
        settings.timeout = .seconds(3)
        settings.caFile = "/etc/ca.pem"
        let requests = WebhookReceiver(settings: settings, version: "1").requests(
            for: OutboxItem(notification: .example(), receiverType: "webhook", bodies: [[]]),
            to: settings.url,
            sentAt: Moment.example.timestamp)
        #expect(requests.map(\.timeout) == [.seconds(3)])
        #expect(requests.map(\.certificateAuthorityFile) == ["/etc/ca.pem"])
    }

    @Test func `100 alerts find room`() throws {
        let object = try object(.example(alerts: (0..<100).map { .example("B\($0)") }))
        #expect((object["alerts"] as? [Any])?.count == 100)
        #expect(object["truncatedAlerts"] as? Int == 0)
    }

    @Test func `of 300 alerts half that fire and half that ended find room, by their labels`()
        throws
    {
        let alerts = (100..<400).reversed().map { number in
            Alert.example("B\(number)", endsAt: number.isMultiple(of: 4) ? nil : 60)
        }
        let object = try object(.example(alerts: alerts))
        let told = try #require(object["alerts"] as? [[String: Any]])
        let bases = told.compactMap { ($0["labels"] as? [String: String])?["base"] }
        #expect(told.count == 100)
        #expect(object["truncatedAlerts"] as? Int == 200)
        #expect(told.count { $0["status"] as? String == "firing" } == 50)
        #expect(bases == bases.sorted())
        #expect(bases.contains("B399") && !bases.contains("B100"))
    }

    @Test func `a group fires while an alert that is left out fires`() throws {
        let ended = (0..<150).map { Alert.example("B\($0)", endsAt: 60) }
        let object = try object(.example(alerts: ended + [.example("USD")]))
        #expect(object["status"] as? String == "firing")
        let told = try #require(object["alerts"] as? [[String: Any]])
        #expect(told.count { $0["status"] as? String == "firing" } == 1)
    }

    @Test func `a long annotation is cut between two characters`() throws {
        var alert = Alert.example()
        alert.annotations["description"] = String(repeating: "👩‍👩‍👧‍👦", count: 1000)
        let object = try object(.example(alerts: [alert]))
        let common = try #require(object["commonAnnotations"] as? [String: String])
        let description = try #require(common["description"])
        #expect(description.utf8.count <= 4096)
        #expect(description.dropLast().allSatisfy { $0 == "👩‍👩‍👧‍👦" })
        #expect(description.last == "…")
    }

    @Test func `an answer that drips after a good status is a delivery`() {
        let error = TransportError(kind: .timeout, head: HTTPResponse(200), detail: "too slow")
        #expect(
            receiver.verdict(on: error, receivedAt: Moment.example.timestamp) == .delivered)
    }
}
