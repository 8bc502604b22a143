import Domain
import Freshness
import TestKit
import Testing

@testable import Exposition

@Suite struct UndeliveredFamiliesTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        /// Since when each undelivered notification has been there, at the scrape.
        var ages: [Duration]
        var length: String
        var oldest: String

        var testDescription: String { name }
    }

    static let cases = [
        Case(name: "an empty queue", ages: [], length: "0", oldest: "0"),
        Case(name: "one of this moment", ages: [.zero], length: "1", oldest: "0"),
        Case(
            name: "the oldest of several", ages: [.milliseconds(90_250), .seconds(3)], length: "2",
            oldest: "90.25"),
        Case(
            name: "the oldest where the clock was set back between them",
            ages: [.seconds(3), .seconds(60)], length: "2", oldest: "60"),
        Case(
            name: "one that the clock, set back, has not come to yet", ages: [.seconds(-7200)],
            length: "1", oldest: "0"),
    ]

    static func value(of family: MetricFamily, _ scrape: Scrape) throws -> String? {
        try family.parsed(scrape)?.samples.first?.value
    }

    @Test(arguments: cases)
    func `the queue is as long, and as old, as what waits in it`(_ row: Case) throws {
        var receiver = Scrape.idleReceiver("oncall")
        receiver.waiting = row.ages.map {
            Scrape.waiting(.stale, age: $0, attempts: 0, lastFailure: nil)
        }
        let scrape = Scrape.build([], receivers: [receiver])
        #expect(try Self.value(of: .notificationQueueLength, scrape) == row.length)
        #expect(try Self.value(of: .notificationOldest, scrape) == row.oldest)
    }

    @Test func `a notification ages between the publishing and the scrape`() throws {
        var scrape = Scrape.build([], receivers: [Scrape.failingReceiver])
        scrape.now = Scrape.start.advanced(by: .seconds(100))
        #expect(try Self.value(of: .notificationOldest, scrape) == "412.5")
    }
}
