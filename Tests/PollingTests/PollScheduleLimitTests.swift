import Domain
import ExchangeRate
import Freshness
import Polling
import TestKit
import Testing

struct PollScheduleLimitTests {
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        let retryAfter: Duration?
        let maxBackoff: Duration
        let again: Double
    }

    static let waits = [
        Case(
            testDescription: "no Retry-After", retryAfter: nil, maxBackoff: .seconds(900),
            again: 120),
        Case(
            testDescription: "shorter", retryAfter: .seconds(7), maxBackoff: .seconds(900),
            again: 120),
        Case(
            testDescription: "longer", retryAfter: .seconds(500), maxBackoff: .seconds(900),
            again: 500),
        Case(testDescription: "zero", retryAfter: .zero, maxBackoff: .seconds(900), again: 120),
        Case(
            testDescription: "absurd", retryAfter: .seconds(1_000_000_000),
            maxBackoff: .seconds(900), again: 900),
        Case(testDescription: "low cap", retryAfter: nil, maxBackoff: .seconds(90), again: 90),
    ]

    @Test(arguments: waits)
    func `the gate closes for the longer wait, within bounds`(example: Case) {
        let bounded = settings { $0.maxBackoff = example.maxBackoff }
        var timeline = Timeline(schedule(watch("USD", every: .seconds(60)), bounded))
        timeline.run(for: .seconds(1000)) { number, _, _ in
            number == 0 ? .failed(.rateLimited, retryAfter: example.retryAfter) : .good
        }
        #expect(timeline.times.dropFirst().first == example.again)
    }

    @Test func `chance adds up to a tenth`() {
        var timeline = Timeline(schedule(watch("USD", every: .seconds(60)), settings()))
        timeline.jitter = 1
        timeline.run(for: .seconds(200)) { number, _, _ in
            number == 0 ? .failed(.rateLimited) : .good
        }
        #expect(timeline.times.prefix(2) == [0, 132])
    }

    @Test func `one limit answer holds every base`() {
        var timeline = Timeline(schedule(watch("EUR", "USD", every: .seconds(60)), settings()))
        timeline.run(for: .seconds(121)) { number, _, _ in
            number == 0 ? .failed(.rateLimited, retryAfter: .seconds(120)) : .good
        }
        // EUR met it before USD was asked at all.
        #expect(
            timeline.requests == [
                Timeline.Request(base: "EUR", at: 0), Timeline.Request(base: "EUR", at: 120),
                Timeline.Request(base: "USD", at: 120),
            ])
    }

    @Test func `limit answers in a row double the wait`() {
        var timeline = Timeline(schedule(watch("USD", every: .seconds(60)), settings()))
        timeline.run(for: .seconds(2000)) { _, _, _ in .failed(.rateLimited) }
        #expect(timeline.times == [0, 120, 360, 840, 1800])
    }

    @Test func `answers that were under way raise neither the count nor the stretch`() {
        let bases = watch("AUD", "CAD", "EUR", "GBP", "USD", every: .seconds(60))
        var timeline = Timeline(schedule(bases, settings()))
        timeline.run(for: .seconds(30)) { number, _, _ in
            Timeline.Answer(
                result: .failed(.rateLimited), latency: .milliseconds(100 + 10 * number))
        }
        let account = timeline.schedule.account
        #expect(timeline.requests.count == 5)
        #expect(account.limitAnswersInARow == 1)
        #expect(account.stretch == 2)
    }

    @Test func `while a limit may still hold, one base finds out for all`() {
        let bases = watch("AUD", "CAD", "EUR", "GBP", "USD", every: .seconds(60))
        var timeline = Timeline(schedule(bases, settings()))
        timeline.run(for: .seconds(1000)) { number, _, _ in
            Timeline.Answer(
                result: number < 7 ? .failed(.rateLimited) : .good, latency: .milliseconds(100))
        }
        // Five at the start, then one a try at growing waits.
        #expect(timeline.times.prefix(7).map { $0.rounded() } == [0, 0, 0, 0, 0, 120, 360])
        #expect(timeline.schedule.account.limitAnswersInARow == 0)
    }

    @Test func `polls are stretched after limits and relax again`() {
        let long = settings { $0.maxInterval = .seconds(3600) }
        var timeline = Timeline(
            schedule(watch("USD", every: .seconds(60)), long, live: .seconds(36000)))
        timeline.run(for: .seconds(3 * 3600)) { number, _, _ in
            number < 2 ? .failed(.rateLimited) : .good
        }
        let gaps = zip(timeline.times, timeline.times.dropFirst()).map { $1 - $0 }
        #expect(gaps.prefix(2) == [120, 240])
        #expect(gaps.dropFirst(2).first == 240)
        #expect(gaps.contains(120))
        #expect(gaps.last == 60)
        #expect(timeline.schedule.account.stretch == 1)
    }

    @Test func `a stretch never makes live data stale`() {
        var timeline = Timeline(schedule(watch("USD", every: .seconds(300)), settings()))
        timeline.run(for: .seconds(40000)) { number, _, _ in
            number.isMultiple(of: 2) ? .failed(.rateLimited) : .good
        }
        #expect(timeline.schedule.stretchFactor == 16)
        // 90 % of 20 minutes, less the longest wait after another limit answer: 2 minutes and a
        // tenth.
        #expect(
            timeline.schedule.intervalInForce(of: watch("USD", every: .zero)[0].base)
                == .seconds(948))
    }

    @Test func `no cap makes polling denser than configured`() {
        let capped = settings { $0.maxInterval = .seconds(600) }
        let bases = watch("USD", every: .seconds(600))
        var timeline = Timeline(schedule(bases, capped))
        timeline.run(for: .seconds(1)) { _, _, _ in .failed(.rateLimited) }
        #expect(timeline.schedule.intervalInForce(of: bases[0].base) == .seconds(600))
    }

    @Test func `a spent quota closes the gate until the month ends, with tries in between`() {
        var timeline = Timeline(schedule(watch("EUR", "USD", every: .seconds(300)), settings()))
        timeline.run(for: .seconds(13 * 3600)) { _, _, _ in .failed(.quotaExceeded) }
        #expect(timeline.times == [0, 21600, 43200])
        #expect(
            timeline.schedule.gateOpensAt(now: timeline.now)?.timestamp
                == Timestamp(seconds: 1_782_864_000))
        #expect(timeline.schedule.isQuotaSpent(now: timeline.now))
    }

    @Test func `the end of a quota's wait ends the stretch`() {
        var timeline = Timeline(schedule(watch("USD", every: .seconds(300)), settings()))
        timeline.run(for: .seconds(15 * 86400)) { _, _, at in
            at < 14.4 * 86400 ? .failed(.quotaExceeded) : .good
        }
        #expect(timeline.times.contains(1_782_864_000 - 1_781_618_400))
        #expect(timeline.schedule.account.gate == nil)
        #expect(timeline.schedule.account.stretch == 1)
    }

    @Test func `no two requests are closer than allowed, whatever comes`() {
        var generator = SeededGenerator(seed: 7)
        let reasons: [PollResult] = [
            .good, .failed(.rateLimited), .failed(.server), .failed(.unauthorized),
            .failed(.timeout), .failed(.quotaExceeded), .failed(.forbidden), .good, .good,
        ]
        for _ in 0..<40 {
            let paced = settings { $0.requestsPerMinute = 6 }
            let bases = watch("AUD", "EUR", "USD", every: .seconds(90))
            var timeline = Timeline(schedule(bases, paced))
            for _ in 0..<4 {
                timeline.run(for: .seconds(9000)) { _, _, _ in
                    Timeline.Answer(
                        result: reasons.randomElement(using: &generator) ?? .good,
                        retryAfter: .seconds(Int.random(in: -5...900, using: &generator)),
                        latency: .milliseconds(Int.random(in: 0...9000, using: &generator)))
                }
                timeline.restart(after: .seconds(3), bases: bases, settings: paced)
            }
            let times = timeline.times
            #expect(times.count >= 2)
            #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= 10 })
            for base in ["AUD", "EUR", "USD"] {
                let own = timeline.requests.filter { $0.base == base }.map(\.at)
                #expect(zip(own, own.dropFirst()).allSatisfy { $1 - $0 >= 60 })
            }
        }
    }

    @Test func `an attempt that the gate overtakes is called off as if it had not begun`() {
        let bases = watch("EUR", "USD", every: .seconds(60))
        var schedule = schedule(bases, settings())
        let start = Timeline.start
        schedule.begin(bases[0].base, now: start)
        let first = schedule.send(bases[0].base, now: start)
        schedule.begin(bases[1].base, now: start)
        schedule.finish(
            bases[0].base, result: .failed(.rateLimited), jitter: 0,
            now: start.advanced(by: .seconds(1)))
        let second = schedule.send(bases[1].base, now: start.advanced(by: .seconds(2)))
        #expect(first)
        #expect(!second)
        #expect(schedule.account.monthRequests == 1)
        #expect(schedule.state(of: bases[1].base)?.lastAttemptAt == nil)
    }

    @Test func `what is said of a former key closes no gate of the next`() {
        let bases = watch("USD", every: .seconds(60))
        var schedule = schedule(bases, settings())
        let start = Timeline.start
        schedule.begin(bases[0].base, now: start)
        _ = schedule.send(bases[0].base, now: start)
        schedule.changeAccount(fingerprint: 2, now: start.advanced(by: .seconds(1)))
        schedule.finish(
            bases[0].base, result: .failed(.rateLimited), jitter: 0,
            now: start.advanced(by: .seconds(2)))
        #expect(schedule.account.gate == nil)
        #expect(schedule.account.limitAnswersInARow == 0)
        #expect(schedule.stretchFactor == 1)
    }
}
