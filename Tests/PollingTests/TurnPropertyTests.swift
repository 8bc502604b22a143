import Domain
import ExchangeRate
import Freshness
import Polling
import TestKit
import Testing

/// Where not all bases can be asked as often as they are due, each has its turn.
struct TurnPropertyTests {
    /// What keeps requests from leaving as often as bases are due.
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        var requestsPerMinute = 0
        var storing: Duration = .zero
    }

    static let cases = [
        Case(testDescription: "the pace", requestsPerMinute: 10),
        Case(testDescription: "a slow disk", storing: .seconds(1)),
        Case(
            testDescription: "a slow disk and the pace", requestsPerMinute: 30, storing: .seconds(5)
        ),
    ]

    private static let results: [PollResult] = [
        .good, .good, .failed(.server), .failed(.timeout), .failed(.unauthorized),
        .failed(.forbidden), .failed(.decode),
    ]

    @Test(arguments: cases, 1...20 as ClosedRange<UInt64>)
    func `no base that is due waits for more requests than there are other bases`(
        example: Case, seed: UInt64
    ) {
        var generator = SeededGenerator(seed: seed)
        let paced = settings {
            $0.minInterval = .seconds(1)
            $0.requestsPerMinute = example.requestsPerMinute
        }
        let bases = watch(
            "AUD", "CAD", "EUR", "GBP", "JPY", "NOK", "USD",
            every: .seconds([1, 4, 60].randomElement(using: &generator) ?? 4))
        var timeline = Timeline(schedule(bases, paced))
        timeline.storing = example.storing
        timeline.run(for: .seconds(600)) { _, _, _ in
            Timeline.Answer(
                result: Self.results.randomElement(using: &generator) ?? .good,
                latency: .milliseconds(Int.random(in: 0...9000, using: &generator)),
                isPlanRefusal: Bool.random(using: &generator))
        }
        #expect(Set(timeline.requests.map(\.base)).count == bases.count)
        #expect(timeline.mostTurnsWaited < bases.count)
    }

    @Test func `bases that a reload adds have their turn among those that are overdue`() {
        let quick = settings { $0.minInterval = .seconds(1) }
        var timeline = Timeline(
            schedule(watch("EUR", "GBP", "JPY", "USD", every: .seconds(2)), quick))
        timeline.storing = .seconds(1)
        timeline.run(for: .seconds(30)) { _, _, _ in .good }
        let before = timeline.requests.count
        timeline.schedule.reconfigure(
            bases: watch("EUR", "GBP", "JPY", "USD", "AUD", "CAD", every: .seconds(2)),
            settings: quick, liveLimit: .seconds(900), now: timeline.now)
        timeline.run(for: .seconds(7)) { _, _, _ in .good }
        let asked = timeline.requests.dropFirst(before).prefix(6).map(\.base)
        #expect(Set(asked).count == 6, "\(asked)")
    }
}
