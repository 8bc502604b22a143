import Domain
import Foundation
import Freshness
import HTTP
import TestKit
import Testing

@testable import Delivery

struct PagerDutyReceiverTests {
    private let receiver = PagerDutyReceiver(
        settings: .example(type: .pagerduty), version: "1.2.3")
    private let context = NotificationContext(externalURL: "https://fx.example:8443/status/")

    private func bodies(_ notification: Domain.Notification) -> [[UInt8]] {
        receiver.bodies(for: notification, context: context)
    }

    private func events(_ notification: Domain.Notification) throws -> [[String: Any]] {
        try bodies(notification).map { body in
            try #require(JSONSerialization.jsonObject(with: Data(body)) as? [String: Any])
        }
    }

    private func payload(_ notification: Domain.Notification) throws -> [String: Any] {
        try #require(events(notification).first?["payload"] as? [String: Any])
    }

    @Test(arguments: GoldenNotification.all)
    func `a body is an event`(golden: GoldenNotification) {
        let text = bodies(golden.notification).map { String(decoding: $0, as: UTF8.self) + "\n" }
        let file = GoldenFile("../Golden/pagerduty-\(golden.name).json")
        #expect(file.mismatch(with: text.joined()) == nil)
    }

    /// What a notification holds, and what of it a pager is told.
    struct Case: Sendable, CustomTestStringConvertible {
        let reason: Domain.Notification.Reason
        let ends: [Double?]
        var endsUnheard = false
        var sendsResolved = true
        let actions: [String]

        var testDescription: String { "\(reason), \(ends), \(sendsResolved)" }
    }

    @Test(arguments: [
        Case(reason: .first, ends: [nil], actions: ["trigger"]),
        Case(reason: .first, ends: [60, nil], actions: ["trigger"]),
        Case(reason: .first, ends: [60], actions: ["trigger", "resolve"]),
        Case(reason: .first, ends: [60], sendsResolved: false, actions: ["trigger"]),
        Case(reason: .added, ends: [60, nil], actions: ["trigger"]),
        Case(
            reason: .allResolved, ends: [60, 90], endsUnheard: true,
            actions: ["trigger", "resolve"]),
        Case(
            reason: .allResolved, ends: [60, 90], endsUnheard: true, sendsResolved: false,
            actions: ["trigger"]),
        Case(reason: .someResolved, ends: [60, nil], actions: ["trigger"]),
        Case(reason: .allResolved, ends: [60, 90], actions: ["resolve"]),
        Case(reason: .repeated, ends: [nil], actions: ["trigger"]),
    ])
    func `an incident is open while something fires, and what ended unheard leaves a trace`(
        test: Case
    ) throws {
        var settings = ReceiverSettings.example(type: .pagerduty)
        settings.sendsResolved = test.sendsResolved
        let alerts = zip(["EUR", "USD"], test.ends).map { Alert.example($0.0, endsAt: $0.1) }
        var notification = Domain.Notification.example(reason: test.reason, alerts: alerts)
        notification.endsUnheard = test.endsUnheard
        let bodies = PagerDutyReceiver(settings: settings, version: "1").bodies(
            for: notification, context: context)
        let events = try bodies.map { body in
            try #require(JSONSerialization.jsonObject(with: Data(body)) as? [String: Any])
        }
        #expect(events.compactMap { $0["event_action"] as? String } == test.actions)
        #expect(Set(events.compactMap { $0["dedup_key"] as? String }).count == 1)
    }

    @Test func `the routing key is the first member of what is sent, and in nothing stored`()
        throws
    {
        let notification = Domain.Notification.example(alerts: [.example(endsAt: 60)])
        let item = OutboxItem(
            notification: notification, receiverType: "pagerduty", bodies: bodies(notification))
        let requests = receiver.requests(
            for: item, to: receiver.settings.url, sentAt: Moment.example.timestamp)
        #expect(requests.count == 2)
        let key = ReceiverSettings.exampleRoutingKey
        for (request, body) in zip(requests, item.bodies) {
            let stored = String(decoding: body, as: UTF8.self)
            #expect(!stored.contains(key) && !stored.contains("routing_key"))
            #expect(
                String(decoding: request.body, as: UTF8.self)
                    == #"{"routing_key":"\#(key)","# + stored.dropFirst())
        }
    }

    @Test(arguments: [
        ("{}", #"{"routing_key":"a\"b\\c"}"#), (#"{"a":1}"#, #"{"routing_key":"a\"b\\c","a":1}"#),
        ("", ""), ("[]", "[]"),
    ])
    func `a key of any characters leaves the body valid`(stored: String, sent: String) {
        var settings = ReceiverSettings.example(type: .pagerduty)
        settings.routingKey = Secret(#"a"b\c"#)
        let item = OutboxItem(
            notification: .example(), receiverType: "pagerduty", bodies: [Array(stored.utf8)])
        let requests = PagerDutyReceiver(settings: settings, version: "1").requests(
            for: item, to: settings.url, sentAt: Moment.example.timestamp)
        #expect(requests.map { String(decoding: $0.body, as: UTF8.self) } == [sent])
    }

    @Test(arguments: [
        ("https://fx.example:8443/status/", "fx.example"), ("http://[::1]:10978/", "::1"),
        ("http://10.0.0.7/", "10.0.0.7"), ("no URL", "no URL"),
    ])
    func `the source is the host of the status page`(url: String, source: String) throws {
        let body = receiver.bodies(
            for: .example(), context: NotificationContext(externalURL: url))[0]
        let event = try #require(JSONSerialization.jsonObject(with: Data(body)) as? [String: Any])
        let payload = try #require(event["payload"] as? [String: Any])
        let found = try #require(payload["source"] as? String)
        #expect(found.trimmingCharacters(in: ["[", "]"]) == source)
        #expect(event["client_url"] as? String == url)
    }

    @Test func `an event tells of what fires, and since when`() throws {
        var error = Alert.example("GBP", startsAt: -30)
        error.labels["severity"] = "page"
        let payload = try payload(
            .example(
                reason: .someResolved,
                alerts: [.example("EUR", startsAt: -90, endsAt: 60), error, .example("USD")]))
        #expect(
            payload["summary"] as? String
                == "2 alerts: GBP rates are stale; USD rates are stale")
        #expect(payload["component"] as? String == "GBP, USD")
        #expect(payload["severity"] as? String == "critical")
        #expect(payload["timestamp"] as? String == "2026-06-16T13:59:30Z")
        let details = try #require(payload["custom_details"] as? [String: Any])
        let alerts = try #require(details["alerts"] as? [[String: Any]])
        #expect(alerts.compactMap { $0["status"] as? String } == ["resolved", "firing", "firing"])
        #expect(alerts.map { $0["endsAt"] != nil } == [true, false, false])
    }

    @Test func `an alert without a summary is told by its name`() throws {
        var alert = Alert.example()
        alert.annotations = [:]
        #expect(
            try payload(.example(alerts: [alert]))["summary"] as? String == "ExchangeRateStale")
    }

    @Test(arguments: ["x", "汇", #"""#])
    func `100 of 300 alerts are named however long their texts are`(text: String) throws {
        let alerts = (100..<400).map { number in
            var alert = Alert.example("B\(number)")
            alert.annotations["summary"] = String(repeating: text, count: 2000)
            alert.annotations["description"] = String(repeating: text, count: 2000)
            for number in 0..<10 { alert.labels["l\(number)"] = alert.annotations["summary"] }
            return alert
        }
        let notification = Domain.Notification.example(alerts: alerts)
        #expect(bodies(notification)[0].count <= 500_000)
        let payload = try payload(notification)
        let details = try #require(payload["custom_details"] as? [String: Any])
        let told = try #require(details["alerts"] as? [[String: Any]])
        let bases = told.compactMap { ($0["labels"] as? [String: String])?["base"] }
        #expect(bases == (100..<200).map { "B\($0)" })
        #expect(details["alerts_left_out"] as? Int == 200)
        #expect((payload["summary"] as? String)?.utf8.count ?? 0 <= 1024)
    }

    @Test func `labels without end leave an event that names its alert`() throws {
        let labels = Dictionary(
            uniqueKeysWithValues: (0..<20000).map { ("l\($0)", String(repeating: "x", count: 999)) }
        )
        var alert = Alert.example()
        alert.labels.merge(labels) { own, _ in own }
        let notification = Domain.Notification.example(alerts: [alert])
        #expect(bodies(notification)[0].count <= 500_000)
        let details = try #require(try payload(notification)["custom_details"] as? [String: Any])
        let told = try #require(details["alerts"] as? [[String: Any]])
        #expect(
            told.first?["labels"] as? [String: String] == [
                "alertname": "ExchangeRateStale", "base": "USD", "severity": "critical",
            ])
        #expect(details["alerts_left_out"] as? Int == 0)
    }

    @Test(arguments: [
        (150, false, ["trigger"]), (150, true, ["trigger"]), (100, false, ["resolve"]),
        (100, true, ["trigger", "resolve"]),
    ])
    func `an incident is closed by the last of the ends alone`(
        count: Int, endsUnheard: Bool, actions: [String]
    ) throws {
        var notification = Domain.Notification.example(
            reason: .someResolved, alerts: (0..<count).map { .example("B\($0)", endsAt: 60) })
        notification.endsUnheard = endsUnheard
        #expect(try events(notification).compactMap { $0["event_action"] as? String } == actions)
    }

    @Test(arguments: [
        (202, #"{"status":"success","message":"Event processed","dedup_key":"x"}"#, true),
        (202, "", true), (200, "", true), (204, "", true), (201, #"{"status":"success"}"#, true),
        (200, "taken", true), (202, "{", true), (202, #"{"status":7}"#, true), (202, "{}", true),
        (202, #"{"status":"invalid event"}"#, false), (200, " \n<html>Log in</html>", false),
    ])
    func `a success is what does not say otherwise`(status: Int, body: String, isTaken: Bool) {
        #expect(
            receiver.verdict(
                on: HTTPResponse(status, body: body), receivedAt: Moment.example.timestamp)
                == (isTaken ? .delivered : .failed(.refused, lane: .quick)))
    }

    @Test(arguments: [
        (400, DeliveryVerdict.failed(.client, lane: .slow)),
        (403, .failed(.client, lane: .slow)), (410, .failed(.client, lane: .stopped)),
        (429, .failed(.rateLimited, lane: .quick)), (500, .failed(.server, lane: .quick)),
        (301, .failed(.redirect, lane: .slow)),
    ])
    func `a failure is what it is for any receiver`(status: Int, verdict: DeliveryVerdict) {
        let response = HTTPResponse(status, body: #"{"status":"success"}"#)
        #expect(receiver.verdict(on: response, receivedAt: Moment.example.timestamp) == verdict)
    }
}
