import Domain
import ExchangeRate
import Freshness
import Polling
import Testing

struct PollScheduleRestartTests {
    let bases = watch("USD", every: .seconds(300))

    @Test func `a restart does not poll early`() {
        var timeline = Timeline(schedule(bases, settings()))
        timeline.run(for: .seconds(100)) { _, _, _ in .good }
        timeline.restart(after: .seconds(5), bases: bases, settings: settings())
        timeline.run(for: .seconds(300)) { _, _, _ in .good }
        #expect(timeline.times == [0, 300])
    }

    @Test func `a restart after the due time polls at once`() {
        var timeline = Timeline(schedule(bases, settings()))
        timeline.run(for: .seconds(100)) { _, _, _ in .good }
        timeline.restart(after: .seconds(900), bases: bases, settings: settings())
        timeline.run(for: .seconds(1)) { _, _, _ in .good }
        #expect(timeline.times == [0, 1000])
    }

    @Test func `a shortened interval counts from the last attempt`() {
        var timeline = Timeline(schedule(bases, settings()))
        timeline.run(for: .seconds(100)) { _, _, _ in .good }
        timeline.restart(bases: watch("USD", every: .seconds(120)), settings: settings())
        timeline.run(for: .seconds(100)) { _, _, _ in .good }
        #expect(timeline.times == [0, 120])
    }

    @Test func `an attempt that a killed process left counts as one`() {
        var timeline = Timeline(schedule(bases, settings()))
        timeline.run(for: .seconds(1)) { _, _, _ in
            Timeline.Answer(result: .good, latency: .seconds(1000))
        }
        timeline.restart(bases: bases, settings: settings())
        timeline.run(for: .seconds(61)) { _, _, _ in .good }
        #expect(timeline.times == [0, 60])
    }

    @Test func `a wall clock set back does not postpone polls beyond the interval`() {
        var timeline = Timeline(schedule(bases, settings()))
        timeline.run(for: .seconds(100)) { _, _, _ in .good }
        let states = bases.compactMap { timeline.schedule.state(of: $0.base) }
        let now = Moment(
            timestamp: timeline.now.timestamp - .seconds(7200), instant: timeline.now.instant)
        let restarted = PollSchedule(
            bases: bases, settings: settings(), liveLimit: .seconds(900), fingerprint: 1,
            account: timeline.schedule.account, states: states, now: now)
        #expect(restarted.next(now: now) == .wait(until: now.instant.advanced(by: .seconds(300))))
    }

    @Test func `a closed gate stays closed over a restart`() {
        var timeline = Timeline(schedule(bases, settings()))
        timeline.run(for: .seconds(10)) { _, _, _ in
            .failed(.rateLimited, retryAfter: .seconds(1800))
        }
        timeline.restart(after: .seconds(600), bases: bases, settings: settings())
        timeline.run(for: .seconds(1300)) { _, _, _ in .good }
        #expect(timeline.times == [0, 1800])
    }

    /// The clock is a day behind while the gate closes, and is set right before a reload.
    @Test(arguments: [(FailureReason.rateLimited, 86_400), (.quotaExceeded, 0)])
    func `a pause is stored by the clock as it is, the end of a month by the calendar`(
        reason: FailureReason, moved: Int
    ) {
        var timeline = Timeline(schedule(bases, settings()))
        timeline.run(for: .seconds(10)) { _, _, _ in .failed(reason) }
        let before = timeline.schedule.account.gate?.opensAt
        let now = Moment(
            timestamp: timeline.now.timestamp + .seconds(86_400), instant: timeline.now.instant)
        timeline.schedule.reconfigure(
            bases: bases, settings: settings(), liveLimit: .seconds(900), now: now)
        let after = timeline.schedule.account.gate?.opensAt
        #expect(after == before.map { $0 + .seconds(moved) })
        let attempt = timeline.schedule.state(of: bases[0].base)?.lastAttemptAt
        #expect(attempt == Timeline.start.timestamp + .seconds(86_400))
    }

    @Test func `another key voids all but the count of the month`() {
        var timeline = Timeline(schedule(bases, settings()))
        timeline.run(for: .seconds(70)) { _, _, _ in
            .failed(.rateLimited, retryAfter: .seconds(1800))
        }
        timeline.restart(bases: bases, settings: settings(), fingerprint: 2)
        let account = timeline.schedule.account
        #expect(account.gate == nil)
        #expect(account.stretch == 1)
        #expect(account.limitAnswersInARow == 0)
        #expect(account.monthRequests == 1)
        timeline.run(for: .seconds(1)) { _, _, _ in .good }
        #expect(timeline.times == [0, 70])
    }

    @Test func `the count of the month begins anew with the month`() {
        var timeline = Timeline(schedule(bases, settings()))
        timeline.run(for: .seconds(1000)) { _, _, _ in .good }
        #expect(timeline.schedule.account.monthRequests == 4)
        timeline.restart(after: .seconds(20 * 86400), bases: bases, settings: settings())
        #expect(timeline.schedule.account.monthRequests == 0)
        timeline.run(for: .seconds(1)) { _, _, _ in .good }
        #expect(timeline.schedule.account.monthRequests == 1)
        #expect(timeline.schedule.account.month == AccountState.Month(year: 2026, month: 7))
    }

    @Test func `what the storage held is merged later`() {
        let now = Timeline.start
        var account = AccountState(
            fingerprint: 1, month: AccountState.Month(of: now.timestamp))
        account.monthRequests = 41
        account.limitAnswersInARow = 2
        account.gate = AccountState.Gate(
            opensAt: now.timestamp + .seconds(500), nextTryAt: now.timestamp + .seconds(500),
            base: bases[0].base, isQuota: false)
        var late = schedule(bases, settings())
        late.merge(account: account, states: [], now: now)
        #expect(late.account.monthRequests == 41)
        #expect(late.next(now: now) == .wait(until: now.instant.advanced(by: .seconds(500))))
    }
}
