import Domain
import Freshness
import Testing

@testable import Alerting

struct GroupTrackerTests {
    typealias Run = GroupRun

    private static let timing = GroupRun.timing

    @Test func `the first notification waits for others of its group`() {
        var run = Run()
        run.fire("EUR", at: 0)
        run.fire("USD", at: 9)
        run.advance(to: 300)
        #expect(run.story == ["10: first notification: +EUR +USD"])
    }

    @Test func `changes are told at the beat of the interval`() {
        var run = Run()
        run.fire("EUR", at: 0)
        run.fire("USD", at: 20)
        run.resolve("EUR", started: 0, at: 75)
        run.resolve("USD", started: 20, at: 140)
        run.advance(to: 1000)
        #expect(
            run.story == [
                "10: first notification: +EUR",
                "70: new alerts added: +USD +EUR",
                "130: some alerts resolved: -EUR +USD",
                "190: all alerts resolved: -USD",
            ])
        #expect(run.group.isEmpty)
    }

    @Test func `what still fires is repeated`() {
        var run = Run()
        run.fire("EUR", at: 0)
        run.advance(to: 1500)
        #expect(
            run.story == [
                "10: first notification: +EUR", "610: repeat interval elapsed: +EUR",
                "1210: repeat interval elapsed: +EUR",
            ])
    }

    @Test func `what fired and ended before anything was told is told as ended`() {
        var run = Run()
        run.fire("EUR", at: 0)
        run.resolve("EUR", started: 0, at: 5)
        run.advance(to: 100)
        #expect(run.story == ["10: first notification: -EUR"])
        #expect(run.group.isEmpty)
    }

    @Test func `what comes again between two beats is told as ended and as firing`() {
        var run = Run()
        run.fire("EUR", at: 0)
        run.resolve("EUR", started: 0, at: 20)
        run.fire("EUR", at: 30)
        run.advance(to: 100)
        #expect(
            run.story == ["10: first notification: +EUR", "70: new alerts added: -EUR +EUR"])
    }

    @Test func `an undelivered notification is replaced by one that tells all`() {
        var run = Run()
        run.delivers = false
        run.fire("EUR", at: 0)
        run.resolve("EUR", started: 0, at: 20)
        run.fire("USD", at: 25)
        run.advance(to: 2000)
        #expect(
            run.story == [
                "10: first notification: +EUR", "70: first notification: -EUR +USD",
            ])
        run.deliver(at: 2000)
        run.advance(to: 2500)
        #expect(run.sent.count == 2)
    }

    @Test func `nothing is repeated while the last one is undelivered`() {
        var run = Run()
        run.delivers = false
        run.fire("EUR", at: 0)
        run.advance(to: 5000)
        #expect(run.story == ["10: first notification: +EUR"])
    }

    @Test func `a late delivery of the older one leaves the newer change to tell`() {
        var run = Run()
        run.delivers = false
        run.fire("EUR", at: 0)
        run.advance(to: 11)
        let older = run.waiting
        run.resolve("EUR", started: 0, at: 20)
        run.advance(to: 71)
        if let older {
            run.group.settle(older, timing: Self.timing, now: .after(72))
        }
        #expect(!run.group.isEmpty)
        run.deliver(at: 80)
        #expect(run.group.isEmpty)
    }

    @Test func `what was given up and still fires is told anew at the next beat`() {
        var run = Run()
        run.delivers = false
        run.fire("EUR", at: 0)
        run.advance(to: 100)
        run.drop(at: 100)
        run.delivers = true
        run.advance(to: 300)
        #expect(
            run.story == ["10: first notification: +EUR", "130: first notification: +EUR"])
        run.resolve("EUR", started: 0, at: 310)
        run.advance(to: 500)
        #expect(run.story.last == "310: all alerts resolved: -EUR")
    }

    @Test func `what was given up before its end is told as ended, and as unheard of`() {
        var run = Run()
        run.delivers = false
        run.fire("EUR", at: 0)
        run.advance(to: 100)
        run.drop(at: 100)
        run.resolve("EUR", started: 0, at: 110)
        run.advance(to: 300)
        #expect(run.story.last == "130: first notification: -EUR")
        #expect(run.waiting?.endsUnheard == true)
    }

    @Test func `an end that was given up is told to nobody, and the group is over`() {
        var run = Run()
        run.fire("EUR", at: 0)
        run.advance(to: 100)
        run.delivers = false
        run.resolve("EUR", started: 0, at: 100)
        run.advance(to: 200)
        run.drop(at: 200)
        #expect(run.group.isEmpty)
    }

    @Test func `what ended unheard beside what was told as firing is marked, the reason is not`() {
        var run = Run()
        run.fire("EUR", at: 0)
        run.advance(to: 20)
        run.delivers = false
        run.fire("USD", at: 30)
        run.resolve("USD", started: 30, at: 31)
        run.resolve("EUR", started: 0, at: 32)
        run.advance(to: 200)
        #expect(run.story.last == "70: all alerts resolved: -USD -EUR")
        #expect(run.waiting?.endsUnheard == true)
    }

    @Test func `what changes while a try is under way is told after it, by what was heard`() {
        var run = Run()
        run.delivers = false
        run.fire("EUR", at: 0)
        run.advance(to: 11)
        run.group.setBeingSent(true)
        run.resolve("EUR", started: 0, at: 20)
        run.advance(to: 200)
        #expect(run.story == ["10: first notification: +EUR"])
        #expect(run.group.deadline(timing: Self.timing) == nil)
        if let waiting = run.waiting {
            run.group.settle(waiting, timing: Self.timing, now: .after(200))
        }
        run.group.setBeingSent(false)
        run.advance(to: 300)
        #expect(run.story.last == "200: all alerts resolved: -EUR")
        #expect(run.sent.count == 2)
    }

    @Test func `a receiver that wants no resolves is told of starts alone`() {
        var run = Run(sendsResolved: false)
        run.fire("EUR", at: 0)
        run.advance(to: 20)
        run.resolve("EUR", started: 0, at: 30)
        run.advance(to: 300)
        #expect(run.story == ["10: first notification: +EUR"])
        #expect(run.group.isEmpty)
    }

    @Test func `a receiver that wants no resolves learns of what it never heard of`() {
        var run = Run(sendsResolved: false)
        run.fire("EUR", at: 0)
        run.resolve("EUR", started: 0, at: 5)
        run.advance(to: 300)
        #expect(run.story == ["10: first notification: -EUR"])
    }

    @Test func `a restart tells nothing twice and keeps the time of repeating`() {
        var run = Run()
        run.fire("EUR", at: 0)
        run.advance(to: 100)
        run.restart(at: 100)
        run.advance(to: 609)
        #expect(run.story == ["10: first notification: +EUR"])
        run.advance(to: 700)
        #expect(run.story.last == "610: repeat interval elapsed: +EUR")
    }

    @Test func `a restart tells at once what came due meanwhile`() {
        var run = Run()
        run.fire("EUR", at: 0)
        run.group = GroupTracker(
            run.group.state, waiting: nil, sendsResolved: true, timing: Self.timing,
            now: .after(500))
        #expect(run.group.deadline(timing: Self.timing) == Moment.after(500).instant)
    }

    @Test func `a receiver that wants no resolves is spared one whose start it gets late`() {
        var run = Run(sendsResolved: false)
        run.delivers = false
        run.fire("EUR", at: 0)
        run.advance(to: 11)
        run.resolve("EUR", started: 0, at: 12)
        run.deliver(at: 15)
        #expect(run.group.isEmpty)
        run.advance(to: 300)
        #expect(run.story == ["10: first notification: +EUR"])
    }

    @Test func `a restart keeps the beat of what changes`() {
        var run = Run()
        run.fire("EUR", at: 0)
        run.fire("USD", at: 20)
        run.restart(at: 30)
        run.advance(to: 100)
        #expect(
            run.story == ["10: first notification: +EUR", "70: new alerts added: +USD +EUR"])
    }

    @Test func `a clock that was ahead puts nothing off`() {
        var run = Run()
        run.fire("EUR", at: 0)
        run.advance(to: 11)
        // The process before ran three days ahead.
        var state = run.group.state
        state.firstDueAt = state.firstDueAt + .seconds(3 * 86400)
        var group = GroupTracker(
            state, waiting: nil, sendsResolved: true, timing: Self.timing, now: .after(100))
        group.take(
            .fired(Run.alert("USD", start: 100)), timing: Self.timing, now: .after(100))
        let due = group.deadline(timing: Self.timing)
        #expect(due.map { $0 <= Moment.after(170).instant } == true)
    }

    @Test(arguments: [Int64.min, .min + 1, -1, 0, .max])
    func `a damaged start of the beat neither ends the process nor puts anything off`(
        firstDueAt: Int64
    ) {
        var run = Run()
        run.fire("EUR", at: 0)
        run.advance(to: 11)
        var state = run.group.state
        state.firstDueAt = Timestamp(nanosecondsSinceEpoch: firstDueAt)
        var group = GroupTracker(
            state, waiting: nil, sendsResolved: true, timing: Self.timing, now: .after(100))
        group.take(
            .fired(Run.alert("USD", start: 100)), timing: Self.timing, now: .after(100))
        let due = group.deadline(timing: Self.timing)
        #expect(due.map { Moment.after(100).instant...Moment.after(170).instant ~= $0 } == true)
    }
}
