import Domain
import ExchangeRate
import Exposition
import Freshness
import Pipeline
import Serving
import TestKit
import Testing

@testable import Exporter

@Suite struct MetricsPageTests {
    private static let openMetrics = "application/openmetrics-text"
    private static let text100 = "text/plain;version=1.0.0"

    private let clock = ManualClock(StatusPage.present.timestamp)
    private let board = SnapshotBoard(StatusPage.Scene.well.page.snapshot)
    private let page: MetricsPage

    init() {
        page = MetricsPage(
            board: board, counter: RequestCounter(), clock: clock,
            build: BuildInfo(version: "", revision: "", swiftVersion: ""))
    }

    /// The bytes of an answer, which are an object that answers share.
    private func bytes(_ accept: String? = nil, coding: String? = nil) throws -> SharedBytes {
        var headers: HeaderFields = [:]
        if let accept { headers.append("Accept", accept) }
        if let coding { headers.append("Accept-Encoding", coding) }
        let response = page.response(to: Request(path: "/metrics", headers: headers))
        guard case .bytes(let bytes) = response.body else { throw NoBytes() }
        return bytes
    }

    private struct NoBytes: Error {}

    private func publish(monthRequests: Int) {
        var snapshot = board.snapshot
        snapshot.account.monthRequests = monthRequests
        board.publish(snapshot)
    }

    /// What an answer says, unpacked where it is packed.
    private func plainText(_ accept: String?, coding: String? = nil) throws -> String {
        let bytes = try bytes(accept, coding: coding)
        guard coding != nil else { return text(bytes) }
        return String(
            decoding: try gunzip(bytes.withUnsafeBytes(Array.init), limit: 1 << 20),
            as: UTF8.self)
    }

    private func text(_ bytes: SharedBytes) -> String {
        bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }

    @Test(arguments: [nil, text100, openMetrics], [nil, "gzip"])
    func `scrapes of one second share their bytes`(_ accept: String?, _ coding: String?) throws {
        let first = try bytes(accept, coding: coding)
        // What others ask for in between changes nothing.
        for accept in [nil, Self.openMetrics] {
            for coding in [nil, "gzip"] { _ = try bytes(accept, coding: coding) }
        }
        #expect(try bytes(accept, coding: coding) === first)
        clock.advance(by: .seconds(1))
        #expect(try bytes(accept, coding: coding) !== first)
    }

    @Test(arguments: [nil, openMetrics], [nil, "gzip"])
    func `a newer snapshot is on the page at once`(_ accept: String?, _ coding: String?) throws {
        for requests in 5...6 {
            publish(monthRequests: requests)
            let text = try plainText(accept, coding: coding)
            #expect(text.contains("\nexchangerate_month_requests \(requests)\n"))
        }
    }

    @Test(arguments: [Duration.seconds(7200), .seconds(-86400)])
    func `what is to come and what waits is told by a clock that was set since`(
        step: Duration
    ) throws {
        var snapshot = board.snapshot
        let receiver = ReceiverSnapshot(
            name: "oncall", type: "webhook", address: "http://127.0.0.1",
            waiting: [
                ReceiverSnapshot.Waiting(
                    group: .stale, alertCount: 1, isFiring: true,
                    createdAt: clock.now.timestamp - .seconds(90), attempts: 1,
                    nextAttemptAt: nil, lastFailure: nil)
            ])
        snapshot.receivers = [receiver]
        snapshot.publishedAt = clock.now
        snapshot.account.backoffUntil = clock.now.timestamp + .seconds(600)
        snapshot.bases[0].nextPollAt = clock.now.timestamp + .seconds(60)
        board.publish(snapshot)
        let base = snapshot.bases[0].base.text
        func values() throws -> [Double?] {
            let lines = try plainText(nil).split(separator: "\n")
            return [
                "exchangerate_backoff_until_timestamp_seconds",
                "exchangerate_next_poll_timestamp_seconds{base=\"\(base)\"}",
                "exchangerate_notification_oldest_seconds{receiver=\"oncall\"}",
            ].map { series in
                lines.first { $0.hasPrefix("\(series) ") }?.split(separator: " ").last.flatMap {
                    Double($0)
                }
            }
        }
        let before = try values()
        clock.jumpWallClock(by: step)
        clock.advance(by: .seconds(1))
        let seconds = Double(step.components.seconds)
        let expected = zip(before, [seconds, seconds, 1]).map { value, change in
            value.map { $0 + change }
        }
        #expect(try values() == expected)
    }

    @Test(arguments: [nil, openMetrics])
    func `the packed page unfolds to the plain one, second by second`(_ accept: String?) throws {
        var pages: [String] = []
        for requests in 5...6 {
            publish(monthRequests: requests)
            for _ in 1...3 {
                clock.advance(by: .seconds(1))
                let packed = try plainText(accept, coding: "gzip")
                #expect(try packed == plainText(accept))
                pages.append(packed)
            }
        }
        #expect(Set(pages).count == pages.count)
    }

    @Test func `the text formats share one page, OpenMetrics has its own`() throws {
        #expect(try bytes(Self.text100) === bytes())
        #expect(try bytes(Self.openMetrics) !== bytes())
        #expect(try !text(bytes()).contains("# EOF"))
        #expect(try text(bytes(Self.openMetrics)).hasSuffix("\n# EOF\n"))
    }

    @Test(arguments: [nil, text100, openMetrics], [nil, "gzip"])
    func `every answer says what it is, and that others differ`(
        _ accept: String?, _ coding: String?
    ) {
        var headers: HeaderFields = [:]
        if let accept { headers.append("Accept", accept) }
        if let coding { headers.append("Accept-Encoding", coding) }
        let response = page.response(to: Request(path: "/metrics", headers: headers))
        #expect(response.status == 200)
        #expect(
            response.headers["Content-Type"]
                == ExpositionFormat.preferred(accept: accept).contentType)
        #expect(response.headers["Content-Encoding"] == coding)
        #expect(response.headers["Vary"] == "Accept, Accept-Encoding")
    }
}
