import Domain
import Foundation
import Freshness
import HTTP
import TestKit
import Testing

@testable import Delivery

struct AlertmanagerReceiverTests {
    private let receiver = AlertmanagerReceiver(
        settings: .example(type: .alertmanager), version: "1.2.3")
    private let context = NotificationContext(externalURL: "https://fx.example/")

    @Test func `a body is what the API takes`() {
        let bodies = receiver.bodies(
            for: .example(
                createdAt: .after(90),
                alerts: [.example("EUR", startsAt: -60, endsAt: 30.25), .example("USD")]),
            context: context)
        let golden = GoldenFile("../Golden/alertmanager.json")
        #expect(bodies.count == 1)
        #expect(
            golden.mismatch(with: String(decoding: bodies.joined(), as: UTF8.self)) == nil)
    }

    @Test func `what fires lasts five minutes from the try, what ended has its own end`() throws {
        let bodies = receiver.bodies(
            for: .example(
                createdAt: .after(90), alerts: [.example("EUR", endsAt: 30), .example("USD")]),
            context: context)
        let alerts = try #require(
            JSONSerialization.jsonObject(with: Data(bodies.joined())) as? [[String: Any]])
        #expect(
            alerts.map { $0["endsAt"] as? String } == [
                "2026-06-16T14:00:30Z", "2026-06-16T14:06:30Z",
            ])
    }

    @Test(arguments: [(1, [1]), (100, [100]), (101, [100, 1]), (300, [100, 100, 100])])
    func `all alerts are told, a hundred in a request`(count: Int, sizes: [Int]) throws {
        let alerts = (0..<count).map { Alert.example("B\($0)") }
        let bodies = receiver.bodies(for: .example(alerts: alerts), context: context)
        let told = try bodies.map { body in
            try #require(JSONSerialization.jsonObject(with: Data(body)) as? [[String: Any]])
                .compactMap { ($0["labels"] as? [String: String])?["base"] }
        }
        #expect(told.map(\.count) == sizes)
        #expect(told.flatMap(\.self) == (0..<count).map { "B\($0)" })
    }

    @Test(arguments: [
        ("https://am.example:9093", "https://am.example:9093/api/v2/alerts"),
        ("https://am.example/", "https://am.example/api/v2/alerts"),
        ("https://am.example/a%20b/prefix//", "https://am.example/a%20b/prefix/api/v2/alerts"),
        ("https://user:pw@am.example/p?t=1", "https://user:pw@am.example/p/api/v2/alerts?t=1"),
        ("http://[::1]:9093", "http://[::1]:9093/api/v2/alerts"),
    ])
    func `a path of the URL is a route prefix`(url: String, posted: String) throws {
        let item = OutboxItem(
            notification: .example(), receiverType: "alertmanager", bodies: [[0x5B, 0x5D]])
        let requests = receiver.requests(
            for: item, to: try ReceiverURL(url), sentAt: Moment.example.timestamp)
        #expect(requests.map(\.url) == [posted])
    }

    @Test func `an end and what fires again with its labels go in one request`() {
        let alerts =
            (0..<99).map { Alert.example("B\($0)") }
            + [.example("USD", endsAt: 5), .example("USD", startsAt: 9)]
        let bodies = receiver.bodies(for: .example(alerts: alerts), context: context)
        let counts = bodies.map {
            String(decoding: $0, as: UTF8.self).components(separatedBy: #""USD""#).count - 1
        }
        #expect(counts == [2])
    }

    @Test func `what fires ends after its start, also where the clock was set back`() throws {
        let bodies = receiver.bodies(
            for: .example(createdAt: .after(-7200), alerts: [.example()]), context: context)
        let alerts = try #require(
            JSONSerialization.jsonObject(with: Data(bodies.joined())) as? [[String: Any]])
        #expect(alerts.map { $0["endsAt"] as? String } == ["2026-06-16T14:05:00Z"])
    }
}
