import Domain
import Foundation
import Freshness
import Serving
import TestKit
import Testing

@testable import Alerting
@testable import Exporter

/// The answer of `/api/v1/alerts`, read as clients of Prometheus read it.
struct AlertsDocumentTests {
    /// The types of client_golang's `api/prometheus/v1`, as strict as those.
    private struct Reply: Decodable {
        struct Content: Decodable { let alerts: [Alert] }
        struct Alert: Decodable {
            enum State: String, Decodable { case firing, inactive, pending }
            let labels: [String: String]
            let annotations: [String: String]
            let state: State
            let activeAt: String
            let keepFiringSince: String?
            let value: String
        }
        let status: String
        let data: Content
    }

    /// The parts that only this exporter sends.
    private struct Receivers: Decodable {
        struct Content: Decodable { let receivers: [Receiver] }
        struct Receiver: Decodable {
            struct Undelivered: Decodable { let nextTry: String? }
            let name: String
            let failures: [String: UInt64]
            let stopped: Bool
            let undelivered: [Undelivered]
        }
        let data: Content
    }

    private static func read<Value: Decodable>(
        _ type: Value.Type, _ snapshot: Snapshot
    ) throws -> Value {
        try JSONDecoder().decode(type, from: Data(AlertsDocument(snapshot).jsonLine))
    }

    @Test(arguments: [StatusPage.Scene.well, .troubled, .clearing, .empty])
    func `the document is as recorded`(scene: StatusPage.Scene) throws {
        let bytes = Data(AlertsDocument(scene.page.snapshot).jsonLine)
        let object = try JSONSerialization.jsonObject(with: bytes)
        let pretty = try JSONSerialization.data(
            withJSONObject: object, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
        let text = String(decoding: pretty, as: UTF8.self) + "\n"
        #expect(GoldenFile("Golden/alerts-\(scene.rawValue).json").mismatch(with: text) == nil)
    }

    @Test(arguments: StatusPage.Scene.allCases)
    func `a client of Prometheus reads every alert that is pending or fires`(
        scene: StatusPage.Scene
    ) throws {
        let snapshot = scene.page.snapshot
        let reply = try Self.read(Reply.self, snapshot)
        #expect(reply.status == "success")
        let states = snapshot.alerts.compactMap(\.state)
        try #require(reply.data.alerts.count == states.count)
        for (alert, state) in zip(reply.data.alerts, states) {
            #expect(alert.labels == state.labels)
            #expect(alert.annotations == state.annotations)
            #expect(alert.state.rawValue == state.phase.rawValue)
            #expect(Timestamp(iso8601: alert.activeAt) == state.startsAt)
            #expect(Double(alert.value) == 1)
            #expect((alert.keepFiringSince != nil) == (state.clearFor != nil))
        }
    }

    @Test func `nothing moves by itself while an alert clears`() throws {
        let timing = AlertTracker.Timing(holdFor: .zero, keepFiringFor: .seconds(300))
        var tracker = AlertTracker()
        var snapshot = StatusPage.Scene.clearing.page.snapshot
        let start = snapshot.publishedAt
        func publish(after seconds: Int) throws -> (text: [UInt8], since: String?) {
            snapshot.publishedAt = start.advanced(by: .seconds(seconds))
            snapshot.alerts = [
                AlertSnapshot(key: AlertKey(name: .limited), state: tracker.state)
            ]
            let alert = try #require(Self.read(Reply.self, snapshot).data.alerts.first)
            return (AlertsDocument(snapshot).jsonLine, alert.keepFiringSince)
        }
        func judge(_ verdict: RuleVerdict, after seconds: Int) {
            _ = tracker.take(
                verdict, labels: ["alertname": "ExchangeRateLimited"], timing: timing,
                now: start.advanced(by: .seconds(seconds)))
        }
        judge(.met(annotations: [:]), after: 0)
        #expect(try publish(after: 0).since == nil)
        judge(.cleared(annotations: [:]), after: 60)
        let first = try publish(after: 60)
        #expect(first.since == (start.timestamp + .seconds(60)).iso8601)
        // As at the beginning of a poll: nothing was judged.
        #expect(try publish(after: 75).text == first.text)
        judge(.cleared(annotations: [:]), after: 80)
        #expect(try publish(after: 80).text == first.text)
        judge(.met(annotations: [:]), after: 90)
        #expect(try publish(after: 90).since == nil)
    }

    @Test func `every reason to fail is there, and each is counted by itself`() throws {
        let snapshot = StatusPage.Scene.troubled.page.snapshot
        let receivers = try Self.read(Receivers.self, snapshot).data.receivers
        #expect(receivers.map(\.name) == snapshot.receivers.map(\.name))
        for (receiver, expected) in zip(receivers, snapshot.receivers) {
            #expect(receiver.failures.count == DeliveryFailure.allCases.count)
            for reason in DeliveryFailure.allCases {
                #expect(
                    receiver.failures[reason.rawValue] == expected.counters.failures[reason] ?? 0)
            }
        }
    }

    @Test func `a receiver that is gone has no next try`() throws {
        var snapshot = StatusPage.Scene.troubled.page.snapshot
        #expect(
            try Self.read(Receivers.self, snapshot).data.receivers[2].undelivered
                .contains { $0.nextTry != nil })
        for index in snapshot.receivers.indices { snapshot.receivers[index].isStopped = true }
        for receiver in try Self.read(Receivers.self, snapshot).data.receivers {
            #expect(receiver.stopped)
            #expect(receiver.undelivered.allSatisfy { $0.nextTry == nil })
        }
    }

    @Test(arguments: [
        "\u{0}\u{1F}\u{7F}", "\"\\/", "\u{2028}\u{2029}", "\u{FFFD}\u{FEFF}", "😀é\u{301}",
        String(repeating: "\\\"", count: 100_000),
    ])
    func `every text comes through as it is`(text: String) throws {
        var snapshot = StatusPage.Scene.clearing.page.snapshot
        snapshot.alerts[0].state?.labels["odd"] = text
        snapshot.alerts[0].state?.annotations[text] = text
        snapshot.receivers[0].name = text
        let alert = try Self.read(Reply.self, snapshot).data.alerts[0]
        // By scalars: texts are the same to Swift where they only look the same.
        #expect(alert.labels["odd"].map { Array($0.unicodeScalars) } == Array(text.unicodeScalars))
        #expect(alert.annotations[text] == text)
        #expect(try Self.read(Receivers.self, snapshot).data.receivers[0].name == text)
    }

    @Test func `every key is documented`() throws {
        var snapshot = StatusPage.Scene.troubled.page.snapshot
        snapshot.receivers[2].failingAddresses = [
            ReceiverSnapshot.FailingAddress(address: "http://b", failure: .tls)
        ]
        let text = String(decoding: AlertsDocument(snapshot).jsonLine, as: UTF8.self)
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let page = try String(
            contentsOf: folder.appending(path: "../../../docs/alerts.md").standardized,
            encoding: .utf8)
        // Reasons to fail, labels and annotations are keys, too.
        let others =
            DeliveryFailure.allCases.map(\.rawValue) + [
                "team", "severity", "summary", "description", "status",
            ]
        let keys = Set(text.matches(of: /"([A-Za-z_]+)":/).map { String($0.1) })
            .subtracting(others)
        #expect(keys.count > 20)
        for key in keys where key != "data" { #expect(page.contains("`\(key)`"), "\(key)") }
    }

    @Test func `it is packed for who takes that`() {
        let snapshot = StatusPage.Scene.troubled.page.snapshot
        let plain = AlertsPage.response(to: Request(path: "/api/v1/alerts"), showing: snapshot)
        let packed = AlertsPage.response(
            to: Request(path: "/api/v1/alerts", headers: ["Accept-Encoding": "gzip"]),
            showing: snapshot)
        #expect(plain.headers["Content-Encoding"] == nil)
        #expect(packed.headers["Content-Encoding"] == "gzip")
        for response in [plain, packed] {
            #expect(response.status == 200)
            #expect(response.headers["Content-Type"] == "application/json")
            #expect(response.headers["Vary"] == "Accept-Encoding")
        }
        guard case .bytes(let long) = plain.body, case .bytes(let short) = packed.body else {
            Issue.record("no bytes")
            return
        }
        #expect(short.count < long.count / 2)
    }
}
