import Domain
import ExchangeRate
import Freshness
import Testing

@testable import Exporter

@Suite struct PollStripTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var count: Int
        var failures: [Int: FailureReason] = [:]
        var summary: String

        var testDescription: String { name }
    }

    static let cases = [
        Case(name: "none", count: 0, summary: "No polls yet"),
        Case(name: "one", count: 1, summary: "Last poll: 1 good"),
        Case(
            name: "one that failed", count: 1, failures: [0: .dns],
            summary: "Last poll: 0 good, 1 dns"),
        Case(
            name: "mixed, the most frequent failure first", count: 13,
            failures: [1: .timeout, 2: .server, 5: .server],
            summary: "Last 13 polls, over 1 h: 10 good, 2 server, 1 timeout"),
        Case(
            name: "equally frequent failures by name", count: 3, failures: [0: .timeout, 1: .dns],
            summary: "Last 3 polls, over 10 min: 1 good, 1 dns, 1 timeout"),
        Case(
            name: "more than are shown", count: 61, failures: [60: .dns],
            summary: "Last 60 polls, over 4 h 55 min: 60 good"),
    ]

    @Test(arguments: cases)
    func `the strip is told in words too`(_ row: Case) {
        let polls = StatusPage.polls("USD", count: row.count, failures: row.failures)
        let html = PollStrip(polls: polls).html.text
        #expect(html.contains("aria-label=\"\(row.summary)\""))
        #expect(html.contains("<figcaption>\(row.summary)</figcaption>"))
    }

    @Test func `there are always as many places as polls are kept, the newest last`() throws {
        let html = PollStrip(polls: StatusPage.polls("USD", count: 2, failures: [0: .timeout])).html
        let classes = html.text.matches(of: #/<rect class="([a-z]+)"/#).map { String($0.1) }
        #expect(classes == Array(repeating: "neutral", count: 58) + ["good", "bad"])
        #expect(
            html.text.contains("<title>Tue 2026-06-16 14:04:12 UTC: timeout, took 90 ms</title>"))
    }

    @Test(arguments: [
        (FailureReason.rateLimited, "warning"), (.quotaExceeded, "warning"), (.server, "bad"),
        (.unauthorized, "bad"),
    ])
    func `limit answers differ from failures`(_ reason: FailureReason, _ tone: String) {
        let polls = StatusPage.polls("USD", count: 1, failures: [0: reason])
        #expect(PollStrip(polls: polls).html.text.contains("<rect class=\"\(tone)\""))
    }
}
