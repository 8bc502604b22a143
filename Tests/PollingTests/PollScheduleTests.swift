import Domain
import ExchangeRate
import Freshness
import Polling
import Testing

struct PollScheduleTests {
    @Test func `one base is asked at once and then every interval`() {
        var timeline = Timeline(schedule(watch("USD", every: .seconds(300)), settings()))
        timeline.run(for: .seconds(1000)) { _, _, _ in .good }
        #expect(timeline.times == [0, 300, 600, 900])
    }

    @Test func `the interval counts from the request, not from its answer`() {
        var timeline = Timeline(schedule(watch("USD", every: .seconds(300)), settings()))
        timeline.run(for: .seconds(700)) { _, _, _ in
            Timeline.Answer(result: .good, latency: .seconds(9))
        }
        #expect(timeline.times == [0, 300, 600])
    }

    @Test func `requests of several bases are spaced evenly`() {
        let paced = settings { $0.requestsPerMinute = 10 }
        var timeline = Timeline(
            schedule(watch("EUR", "GBP", "USD", every: .seconds(60)), paced))
        timeline.run(for: .seconds(80)) { _, _, _ in .good }
        #expect(timeline.times == [0, 6, 12, 60, 66, 72])
    }

    @Test func `the pace by the hour holds as well`() {
        let paced = settings { $0.requestsPerHour = 90 }
        var timeline = Timeline(
            schedule(watch("EUR", "GBP", "USD", every: .seconds(60)), paced))
        timeline.run(for: .seconds(3600)) { _, _, _ in .good }
        #expect(timeline.requests.count == 90)
        #expect(zip(timeline.times, timeline.times.dropFirst()).allSatisfy { $1 - $0 >= 40 })
        #expect(Set(timeline.requests.prefix(3).map(\.base)).count == 3)
    }

    @Test func `a hanging base does not hold up the others`() {
        var timeline = Timeline(schedule(watch("EUR", "USD", every: .seconds(60)), settings()))
        timeline.run(for: .seconds(200)) { _, base, _ in
            base == "EUR" ? Timeline.Answer(result: .good, latency: .seconds(150)) : .good
        }
        #expect(timeline.requests.filter { $0.base == "USD" }.map(\.at) == [0, 60, 120, 180])
        #expect(timeline.requests.filter { $0.base == "EUR" }.map(\.at) == [0, 150])
    }

    @Test func `a failure is tried again after doubling waits up to the interval`() {
        let quick = settings { $0.minInterval = .seconds(1) }
        var timeline = Timeline(schedule(watch("USD", every: .seconds(120)), quick))
        timeline.run(for: .seconds(500)) { number, _, _ in number < 6 ? .failed(.server) : .good }
        #expect(timeline.times == [0, 10, 30, 70, 150, 270, 390])
    }

    @Test func `a failure is never tried again sooner than min_interval`() {
        var timeline = Timeline(schedule(watch("USD", every: .seconds(300)), settings()))
        timeline.run(for: .seconds(130)) { _, _, _ in .failed(.timeout) }
        #expect(timeline.times == [0, 60, 120])
    }

    @Test func `no failure is waited for longer than max_backoff`() {
        let quick = settings {
            $0.minInterval = .seconds(1)
            $0.maxBackoff = .seconds(15)
        }
        var timeline = Timeline(schedule(watch("USD", every: .seconds(300)), quick))
        timeline.run(for: .seconds(60)) { _, _, _ in .failed(.server) }
        #expect(timeline.times == [0, 10, 25, 40, 55])
    }

    @Test(arguments: [FailureReason.unauthorized, .forbidden])
    func `a rejected key slows polling after three answers`(reason: FailureReason) {
        let quick = settings {
            $0.minInterval = .seconds(1)
            $0.maxBackoff = .seconds(3600)
        }
        var timeline = Timeline(schedule(watch("USD", every: .seconds(60)), quick))
        timeline.run(for: .seconds(7300)) { _, _, _ in .failed(reason) }
        #expect(timeline.times == [0, 10, 30, 3630, 7230])
    }

    @Test func `a rejected key slows every base and a rejected plan only its own`() {
        let quick = settings {
            $0.minInterval = .seconds(1)
            $0.maxBackoff = .seconds(3600)
        }
        var plan = Timeline(schedule(watch("EUR", "USD", every: .seconds(60)), quick))
        plan.run(for: .seconds(600)) { _, base, _ in base == "EUR" ? .failed(.forbidden) : .good }
        #expect(plan.requests.filter { $0.base == "EUR" }.count == 3)
        #expect(plan.requests.filter { $0.base == "USD" }.count == 10)

        var key = Timeline(schedule(watch("EUR", "USD", every: .seconds(60)), quick))
        key.run(for: .seconds(600)) { _, _, _ in .failed(.unauthorized) }
        #expect(key.requests.count <= 4)
    }

    @Test func `a 403 of somebody else is a failure like others`() {
        var timeline = Timeline(schedule(watch("USD", every: .seconds(60)), settings()))
        timeline.run(for: .seconds(310)) { _, _, _ in
            Timeline.Answer(result: .failed(.forbidden))
        }
        #expect(timeline.times == [0, 60, 120, 180, 240, 300])
    }

    @Test func `a start voids the wait after rejections but keeps min_interval`() {
        let bases = watch("USD", every: .seconds(300))
        var timeline = Timeline(schedule(bases, settings()))
        timeline.run(for: .seconds(1000)) { _, _, _ in .failed(.unauthorized) }
        let before = timeline.times
        timeline.restart(bases: bases, settings: settings())
        timeline.run(for: .seconds(1)) { _, _, _ in .good }
        #expect(timeline.times == before + [1000])
    }

    @Test func `no wait after rejections is shorter than the interval`() {
        let quick = settings {
            $0.minInterval = .seconds(1)
            $0.maxBackoff = .seconds(30)
        }
        var timeline = Timeline(schedule(watch("USD", every: .seconds(600)), quick))
        timeline.run(for: .seconds(2000)) { _, _, _ in .failed(.unauthorized) }
        #expect(timeline.times == [0, 10, 30, 630, 1230, 1830])
    }
}
