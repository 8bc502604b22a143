import Freshness
import Testing

struct FreshnessLimitsDueTests {
    /// Data of a time, and when newer is due; all of UTC, with 5 minutes between polls.
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        var session: String? = "open"
        let observed: String
        /// When the session was named; the observation's time where it is nil.
        var named: String?
        let due: String

        var testDescription: String { name }
    }

    private func check(
        _ test: Case, source: String, limits: FreshnessLimits = .standard,
        interval: Duration = .seconds(300)
    ) throws {
        let observed = try #require(Timestamp(iso8601: test.observed))
        let due = limits.due(
            source: source, marketSession: test.session, observedAt: observed,
            interval: interval,
            now: try #require(Timestamp(iso8601: test.named ?? test.observed)))
        #expect(due.iso8601 == test.due)
    }

    static let live = [
        Case(name: "open", observed: "2026-06-16T14:00:00Z", due: "2026-06-16T14:20:00Z"),
        Case(
            name: "a session that is not true on a Tuesday", session: "weekend",
            observed: "2026-06-16T14:00:00Z", due: "2026-06-16T14:20:00Z"),
        Case(
            name: "last tick, replies say open", observed: "2026-06-19T20:59:00Z",
            named: "2026-06-20T12:00:00Z", due: "2026-06-19T21:19:00Z"),
        Case(
            name: "last tick, replies say weekend", session: "weekend",
            observed: "2026-06-19T20:59:00Z", named: "2026-06-19T21:04:00Z",
            due: "2026-06-21T21:20:00Z"),
        Case(
            name: "last tick, replies say interbank_closed", session: "interbank_closed",
            observed: "2026-06-19T20:59:00Z", due: "2026-06-21T21:20:00Z"),
        Case(
            name: "last tick, replies say nothing", session: nil,
            observed: "2026-06-19T20:59:00Z", due: "2026-06-21T21:20:00Z"),
        Case(
            name: "due just at the closing", session: "weekend",
            observed: "2026-06-19T20:40:00Z", due: "2026-06-21T21:20:00Z"),
        Case(
            name: "due just before the closing", session: "weekend",
            observed: "2026-06-19T20:39:59Z", due: "2026-06-19T20:59:59Z"),
        Case(
            name: "a tick on Saturday", session: "weekend", observed: "2026-06-20T10:00:00Z",
            due: "2026-06-21T21:20:00Z"),
        Case(
            name: "a tick just before the opening", session: "weekend",
            observed: "2026-06-21T20:59:00Z", due: "2026-06-21T21:20:00Z"),
        Case(
            name: "a tick on Saturday, replies say open", observed: "2026-06-20T10:00:00Z",
            due: "2026-06-20T10:20:00Z"),
        Case(
            name: "open by reply, and fresh at the opening all the same",
            observed: "2026-06-21T20:50:00Z", due: "2026-06-21T21:20:00Z"),
        Case(
            name: "at the opening", observed: "2026-06-21T21:00:00Z",
            due: "2026-06-21T21:20:00Z"),
        Case(
            name: "last tick, first asked for after the opening",
            observed: "2026-06-19T20:59:00Z", named: "2026-06-21T21:05:00Z",
            due: "2026-06-21T21:20:00Z"),
        Case(
            name: "stale at the closing, first asked for after the opening",
            observed: "2026-06-19T20:30:00Z", named: "2026-06-21T21:05:00Z",
            due: "2026-06-19T20:50:00Z"),
        Case(
            name: "winter", session: "weekend", observed: "2026-01-09T21:59:00Z",
            due: "2026-01-11T22:20:00Z"),
        Case(
            name: "New York puts its clock forward", session: "weekend",
            observed: "2026-03-06T21:59:00Z", due: "2026-03-08T21:20:00Z"),
        Case(
            name: "Frankfurt puts its clock forward", session: "weekend",
            observed: "2026-03-27T20:59:00Z", due: "2026-03-29T21:20:00Z"),
        Case(
            name: "Frankfurt puts its clock back", session: "weekend",
            observed: "2026-10-23T20:59:00Z", due: "2026-10-25T21:20:00Z"),
        Case(
            name: "New York puts its clock back", session: "weekend",
            observed: "2026-10-30T20:59:00Z", due: "2026-11-01T22:20:00Z"),
        Case(
            name: "Christmas on a Friday", session: "weekend",
            observed: "2026-12-24T21:59:00Z", due: "2026-12-27T22:20:00Z"),
        Case(
            name: "Christmas on a Monday", session: "weekend",
            observed: "2023-12-22T21:59:00Z", due: "2023-12-25T22:20:00Z"),
        Case(
            name: "Christmas on a Thursday", session: "interbank_closed",
            observed: "2025-12-24T21:59:00Z", due: "2025-12-25T22:20:00Z"),
        Case(
            name: "New Year on a Friday", session: "weekend",
            observed: "2026-12-31T21:59:00Z", due: "2027-01-03T22:20:00Z"),
        Case(
            name: "New Year on a Monday", session: "weekend",
            observed: "2023-12-29T21:59:00Z", due: "2024-01-01T22:20:00Z"),
    ]

    @Test(arguments: live)
    func `live data is due by the hours of the market`(test: Case) throws {
        try check(test, source: "live")
    }

    @Test(arguments: [
        Case(
            name: "the closing's limit ends on Friday", session: "weekend",
            observed: "2026-06-19T20:59:00Z", due: "2026-06-19T22:04:00Z"),
        Case(
            name: "a tick on Saturday", session: "weekend", observed: "2026-06-20T10:00:00Z",
            due: "2026-06-20T11:05:00Z"),
        Case(
            name: "a tick that is fresh at the opening", session: "weekend",
            observed: "2026-06-21T20:30:00Z", due: "2026-06-21T21:20:00Z"),
    ])
    func `where a plan ticks at weekends, a shorter limit finds what stands still`(
        test: Case
    ) throws {
        var limits = FreshnessLimits.standard
        limits.liveClosed = .seconds(3600)
        try check(test, source: "live", limits: limits)
    }

    @Test(arguments: [
        Case(
            name: "over the closing", session: "weekend", observed: "2026-06-19T20:50:00Z",
            due: "2026-06-19T21:10:00Z"),
        Case(
            name: "while closed", session: "weekend", observed: "2026-06-20T10:00:00Z",
            due: "2026-06-20T10:20:00Z"),
    ])
    func `a closing makes no data due earlier`(test: Case) throws {
        var limits = FreshnessLimits.standard
        limits.liveClosed = .seconds(60)
        try check(test, source: "live", limits: limits)
    }

    @Test(arguments: [
        Case(
            name: "before the holiday", session: "interbank_closed",
            observed: "2025-12-24T21:59:00Z", due: "2025-12-26T22:15:00Z"),
        Case(
            name: "on the holiday, over the weekend as well", session: "interbank_closed",
            observed: "2025-12-25T21:59:00Z", due: "2025-12-29T22:15:00Z"),
    ])
    func `a daily poll may span a holiday and a weekend`(test: Case) throws {
        try check(test, source: "live", interval: .seconds(86400))
    }

    @Test(arguments: [
        Case(
            name: "16:00 of Frankfurt", observed: "2026-06-16T14:00:00Z",
            due: "2026-06-18T08:05:00Z"),
        Case(
            name: "midnight of UTC", observed: "2026-06-16T00:00:00Z",
            due: "2026-06-18T08:05:00Z"),
        Case(
            name: "midnight of Frankfurt", observed: "2026-06-15T22:00:00Z",
            due: "2026-06-18T08:05:00Z"),
        Case(
            name: "a second before midnight of Frankfurt", observed: "2026-06-15T21:59:59Z",
            due: "2026-06-17T08:05:00Z"),
        Case(name: "Friday", observed: "2026-06-19T14:00:00Z", due: "2026-06-23T08:05:00Z"),
        Case(name: "Saturday", observed: "2026-06-20T00:00:00Z", due: "2026-06-23T08:05:00Z"),
        Case(
            name: "the Thursday before Easter", observed: "2026-04-02T14:00:00Z",
            due: "2026-04-08T08:05:00Z"),
        Case(
            name: "the last of April", observed: "2026-04-30T14:00:00Z",
            due: "2026-05-05T08:05:00Z"),
        Case(
            name: "Christmas Eve", observed: "2026-12-24T15:00:00Z",
            due: "2026-12-29T09:05:00Z"),
        Case(
            name: "the last of the year", observed: "2026-12-31T15:00:00Z",
            due: "2027-01-05T09:05:00Z"),
        Case(
            name: "the clock is put forward", observed: "2026-03-27T15:00:00Z",
            due: "2026-03-31T08:05:00Z"),
        Case(
            name: "the clock is put back", observed: "2026-10-23T14:00:00Z",
            due: "2026-10-27T09:05:00Z"),
    ])
    func `a fix is due after the next day that has one, whatever the session`(test: Case) throws {
        for session in [nil, "open", "weekend"] {
            var test = test
            test.session = session
            try check(test, source: "ecb_daily")
        }
    }

    @Test(arguments: [
        ("fred_daily", 13 * 86400), ("never_heard_of", 26 * 3600), ("LIVE", 26 * 3600),
    ])
    func `other classes have plain limits`(source: String, seconds: Int) throws {
        let observed = try #require(Timestamp(iso8601: "2026-06-19T20:59:00Z"))
        let due = FreshnessLimits.standard.due(
            source: source, marketSession: "weekend", observedAt: observed,
            interval: .seconds(300), now: observed)
        #expect(due == observed + .seconds(seconds + 300))
    }

    @Test func `a fix may have a plain limit, too`() throws {
        var limits = FreshnessLimits.standard
        limits.classes["ecb_daily"] = .age(.seconds(144 * 3600))
        try check(
            Case(
                name: "", observed: "2026-06-16T14:00:00Z", due: "2026-06-22T14:05:00Z"),
            source: "ecb_daily", limits: limits)
    }

    @Test(arguments: [Int64.min, .max])
    func `the ends of time have due times as well`(nanoseconds: Int64) {
        let time = Timestamp(nanosecondsSinceEpoch: nanoseconds)
        for source in ["live", "ecb_daily", "fred_daily"] {
            let due = FreshnessLimits.standard.due(
                source: source, marketSession: nil, observedAt: time, interval: .seconds(300),
                now: time)
            #expect(due >= time)
        }
    }
}
