import Domain
import Foundation
import Freshness
import HTTP
import TestKit
import Testing

@testable import Delivery

struct SlackReceiverTests {
    private let receiver = SlackReceiver(settings: .example(type: .slack), version: "1.2.3")
    private let context = NotificationContext(externalURL: "https://fx.example/?a=1&b=2")

    private func body(_ notification: Domain.Notification) -> String {
        let bodies = receiver.bodies(for: notification, context: context)
        #expect(bodies.count == 1)
        return String(decoding: bodies.joined(), as: UTF8.self)
    }

    private struct Message: Decodable {
        struct Attachment: Decodable {
            let color: String
            let title: String
            let title_link: String
            let text: String
            let fallback: String
        }

        let text: String
        let attachments: [Attachment]
    }

    private func message(_ notification: Domain.Notification) throws -> Message {
        try JSONDecoder().decode(Message.self, from: Data(body(notification).utf8))
    }

    @Test(arguments: GoldenNotification.all)
    func `a body is a message for people`(golden: GoldenNotification) {
        let file = GoldenFile("../Golden/slack-\(golden.name).json")
        #expect(file.mismatch(with: body(golden.notification)) == nil)
    }

    @Test(arguments: [
        (Domain.Notification.example(), "Firing: USD rates are stale"),
        (.example(reason: .repeated), "Still firing: USD rates are stale"),
        (.example(alerts: [.example(endsAt: 9)]), "Resolved: USD rates are stale"),
        (
            .example(alerts: [.example("EUR"), .example("USD")]),
            "ExchangeRateStale, firing: 2"
        ),
        (
            .example(alerts: [.example("EUR", endsAt: 9), .example("USD")]),
            "ExchangeRateStale, firing: 1, resolved: 1"
        ),
        (
            .example(alerts: [.example("EUR", endsAt: 9), .example("USD", endsAt: 9)]),
            "ExchangeRateStale, resolved: 2"
        ),
    ])
    func `a phone shows what happened`(notification: Domain.Notification, text: String) throws {
        #expect(try message(notification).text == text)
    }

    @Test(arguments: [
        ("critical", nil as Double?, "danger"), ("error", nil, "danger"), ("page", nil, "danger"),
        ("warning", nil, "warning"), ("info", nil, "#439FE0"), ("critical", 60.0, "good"),
    ])
    func `the colour tells state and severity`(
        severity: String, endsAt: Double?, color: String
    ) throws {
        var alert = Alert.example(endsAt: endsAt)
        alert.labels["severity"] = severity
        #expect(try message(.example(alerts: [alert])).attachments.map(\.color) == [color])
    }

    @Test func `what fires comes before what ended, and what is left out is counted`() throws {
        let alerts = (100..<400).map { number in
            Alert.example("B\(number)", endsAt: number.isMultiple(of: 50) ? nil : 60)
        }
        let message = try message(.example(alerts: alerts))
        #expect(
            message.attachments.map(\.title) == [
                "[FIRING:6] ExchangeRateStale", "[RESOLVED:294] ExchangeRateStale",
            ])
        #expect(
            message.attachments.map(\.title_link) == Array(repeating: context.externalURL, count: 2)
        )
        let firing = message.attachments[0].text
        #expect(firing.contains("*B100* · critical · since 2026-06-16 14:00:00 UTC"))
        #expect(!firing.contains("not shown"))
        let ended = message.attachments[1].text
        #expect(
            ended.contains(
                "*B101* · critical · from 2026-06-16 14:00:00 UTC to 2026-06-16 14:01:00 UTC"))
        #expect(ended.hasSuffix(", B195 and 200 more: the next message names them"))
    }

    @Test func `beyond ten alerts the others stand there by name`() throws {
        let firing = (10..<32).map { Alert.example("B\($0)") }
        let ended = [
            Alert.example("B10", endsAt: 60), .example("B40", endsAt: 60),
            .example("B40", startsAt: 70, endsAt: 80),
        ]
        let texts = try message(.example(alerts: ended + firing)).attachments.map(\.text)
        #expect(texts[0].contains("*B19* ·") && !texts[0].contains("*B20*"))
        #expect(
            texts[0].hasSuffix(
                "\n\nand B20, B21, B22, B23, B24, B25, B26, B27, B28, B29, B30, B31"))
        #expect(texts[1] == "B10, B40 ×2")
    }

    @Test func `what is new is told in full, and each of 100 alerts named`() throws {
        // What was told before comes last.
        let alerts = (Array(160..<170) + Array(0..<160)).map { Alert.example("B\(100 + $0)") }
        let text = try #require(message(.example(alerts: alerts)).attachments.first?.text)
        for number in 260..<270 { #expect(text.contains("*B\(number)* ·")) }
        #expect(
            text.contains("\n\nand B100, B101, ")
                && text.hasSuffix("B189 and 70 more: see the status page"))
        #expect(text.utf8.count < 2000)
    }

    @Test func `an alert without a base is named by its labels, else by its name`() throws {
        let alerts = (0..<13).map { number in
            Alert(
                labels: ["alertname": "ExchangeRateLimited", "severity": "warning"].merging(
                    number == 11 ? ["team": "a <b>", "site": "x"] : [:]
                ) { own, _ in own },
                annotations: [:], startsAt: Moment.after(Double(number)).timestamp)
        }
        let text = try #require(message(.example(alerts: alerts)).attachments.first?.text)
        #expect(text.hasSuffix("\n\nand ExchangeRateLimited ×2, site=x, team=a &lt;b&gt;"))
    }

    @Test func `no text from outside calls anybody or breaks out of its place`() throws {
        let attack = "<!channel> @here *x* ```\n<https://evil.example|all is well> &"
        var alert = Alert.example(attack)
        alert.labels["severity"] = attack
        alert.labels["team \(attack)"] = attack
        alert.annotations = ["summary": attack, "description": attack, "reason": attack]
        for endsAt in [nil, Moment.after(60).timestamp] {
            alert.endsAt = endsAt
            let message = try message(.example(alerts: [alert]))
            let attachment = try #require(message.attachments.first)
            for text in [message.text, attachment.title, attachment.text, attachment.fallback] {
                #expect(!text.contains("<") && !text.contains(">") && !text.contains("`"))
                #expect(!text.contains("@here") && !text.contains("*x*"))
            }
        }
    }

    @Test func `titles and texts keep to their limits`() throws {
        let long = String(repeating: "&👩‍👩‍👧‍👦", count: 5000)
        let alerts = (0..<300).map { number in
            var alert = Alert.example("B\(number)")
            alert.labels["team"] = long
            alert.annotations = ["summary": long, "description": long, "reason": long]
            return alert
        }
        let message = try message(.example(alerts: alerts))
        for attachment in message.attachments {
            #expect(attachment.title.count < 1024 && attachment.fallback.utf8.count < 1024)
            #expect(attachment.text.utf8.count < 20000)
            #expect(!attachment.text.contains("&amp\n") && !attachment.text.contains("\u{FFFD}"))
        }
        #expect(message.text.utf8.count < 400)
    }

    @Test(arguments: [
        (200, "ok", DeliveryVerdict.delivered), (200, " ok\r\n", .delivered),
        (200, "", .failed(.refused, lane: .quick)), (200, "OK", .failed(.refused, lane: .quick)),
        (200, "okay", .failed(.refused, lane: .quick)),
        (200, "o k", .failed(.refused, lane: .quick)),
        (200, #"{"ok":false}"#, .failed(.refused, lane: .quick)),
        (201, "ok", .failed(.refused, lane: .quick)),
        (204, "", .failed(.refused, lane: .quick)),
        (302, "ok", .failed(.redirect, lane: .slow)),
        (400, "invalid_token", .failed(.client, lane: .slow)),
        (400, "invalid_payload", .failed(.client, lane: .slow)),
        (403, "action_prohibited", .failed(.client, lane: .slow)),
        (404, "no_service", .failed(.client, lane: .slow)),
        (410, "channel_is_archived", .failed(.client, lane: .stopped)),
        (500, "rollup_error", .failed(.server, lane: .quick)),
        (503, "ok", .failed(.server, lane: .quick)),
    ])
    func `a success is 200 and the body ok`(
        status: Int, body: String, verdict: DeliveryVerdict
    ) {
        #expect(
            receiver.verdict(
                on: HTTPResponse(status, body: body), receivedAt: Moment.example.timestamp)
                == verdict)
    }

    @Test(arguments: [(429, DeliveryFailure.rateLimited), (200, .refused)])
    func `the wait that is asked for counts`(status: Int, failure: DeliveryFailure) {
        let response = HTTPResponse(status, ["Retry-After": "30"], body: "rate_limited")
        #expect(
            receiver.verdict(on: response, receivedAt: Moment.example.timestamp)
                == .failed(failure, lane: .quick, retryAfter: .seconds(30)))
    }

    @Test(arguments: [
        (TransportError.Kind.interrupted, 200, DeliveryVerdict.failed(.interrupted, lane: .quick)),
        (.timeout, 200, .failed(.timeout, lane: .quick)),
        (.timeout, 404, .failed(.client, lane: .slow)),
        (.interrupted, 410, .failed(.client, lane: .stopped)),
        (.interrupted, 503, .failed(.server, lane: .quick)),
    ])
    func `a success whose body broke off is none`(
        kind: TransportError.Kind, status: Int, verdict: DeliveryVerdict
    ) {
        let error = TransportError(kind: kind, head: HTTPResponse(status), detail: "")
        #expect(receiver.verdict(on: error, receivedAt: Moment.example.timestamp) == verdict)
    }
}
