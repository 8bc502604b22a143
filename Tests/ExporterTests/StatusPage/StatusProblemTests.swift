import Domain
import ExchangeRate
import Freshness
import Testing

@testable import Exporter

@Suite struct StatusProblemTests {
    static func problems(_ page: StatusPage) -> [String] {
        StatusProblem.all(in: page.snapshot, at: page.now).map(\.text.text)
    }

    @Test(arguments: [StatusPage.Scene.well, .start, .empty])
    func `nothing is wrong where nothing is`(_ scene: StatusPage.Scene) {
        #expect(Self.problems(scene.page) == [])
    }

    @Test func `a gate that is open again is no problem`() {
        var page = StatusPage.Scene.well.page
        page.snapshot.account.backoffUntil = page.now.timestamp
        #expect(Self.problems(page) == [])
        page.snapshot.account.backoffUntil = page.now.timestamp + .seconds(90)
        #expect(Self.problems(page) == ["The API limits requests: polling pauses for 1 min 30 s"])
        page.snapshot.account.isQuotaSpent = true
        #expect(
            Self.problems(page)
                == ["The month's quota is spent: polling pauses for 1 min 30 s"])
    }

    @Test(arguments: [(7200, "2 h ahead of"), (-7260, "2 h 1 min behind")])
    func `a wrong clock is told once and first, for however many bases`(
        offset: Int, words: String
    ) {
        var page = StatusPage.Scene.well.page
        page.snapshot.bases[0].lastResult = .failed(.unauthorized)
        for index in page.snapshot.bases.indices {
            page.snapshot.bases[index].clockOffset = .seconds(offset)
        }
        let problems = Self.problems(page)
        #expect(
            problems.first == """
                The local clock is \(words) the API's: set the clock, for ages of data are wrong \
                until then
                """)
        #expect(problems.count { $0.contains("clock") } == 1)
    }

    @Test func `a class that is missed is told with what came in its place`() {
        var page = StatusPage.Scene.well.page
        #expect(!page.html.contains("Downgraded"))
        page.snapshot.bases[1].missingClasses = ["fred_daily", "li<ve"]
        #expect(
            Self.problems(page) == [
                """
                <a href="#EUR">EUR</a>: downgraded, <bdi>ecb_daily</bdi> came in the place of \
                <bdi>fred_daily, li&lt;ve</bdi>, which is still missing
                """
            ])
        #expect(
            page.html.contains(
                """
                <span class="pill good">Fresh</span> <span class="pill warning">Downgraded</span>
                """))
        #expect(page.html.split(separator: ">Downgraded<").count == 2)
    }

    @Test func `what the API does not grant without a key is told`() {
        var page = StatusPage.Scene.well.page
        page.snapshot.account.plan = RequestPlan(
            perHour: 101, mostPerMinute: 2, mostPerHour: 101, isAnonymous: true)
        #expect(
            Self.problems(page) == [
                """
                The configuration asks for more than the API grants without a key: use a key, or \
                longer intervals
                """
            ])
        #expect(page.html.contains("1.68 a minute, 101 an hour, 75144 a month"))
        #expect(page.html.contains("does not fit</span> the known limits without a key: 12 a"))
        page.snapshot.account.plan.mostPerHour = 100
        #expect(Self.problems(page) == [])
        #expect(page.html.contains("<span class=\"quiet\">known limits without a key: 12 a minute"))
        page.snapshot.account.plan.isAnonymous = false
        #expect(!page.html.contains("known limits"))
    }

    @Test func `a quota that does not last is told with the time of its end`() {
        var page = StatusPage.Scene.well.page
        page.snapshot.account.plan = RequestPlan(perHour: 12, monthlyQuota: 5_000)
        page.snapshot.account.requestsPerHour = 12
        // 289 are left: 24 h 5 min of them.
        #expect(
            Self.problems(page) == [
                """
                The month&#39;s quota is used up at the present pace by \
                <time datetime="2026-06-17T14:10:00Z">Wed 2026-06-17 14:10:00 UTC</time>: \
                lengthen the intervals, or raise the plan
                """.replacing("&#39;", with: "'")
            ])
        #expect(
            page.html.contains(
                "5000, <span class=\"bad\">used up</span> at the present pace by"))
        page.snapshot.account.isQuotaSpent = true
        page.snapshot.account.backoffUntil = page.now.timestamp + .seconds(90)
        #expect(Self.problems(page).count == 1)
    }

    @Test(arguments: [
        (5_000, 12.0, false, "<dd>5000, lasts the month at the present pace</dd>"),
        (4_711, 12, true, "used up</span> by the requests of this month"),
        (4_000, 0, true, "used up</span> by the requests of this month"),
        (5_000, 0, false, "<dd>5000</dd>"), (0, 12, false, "not known; poll.monthly_quota"),
    ])
    func `a quota is told with how it lasts`(
        quota: Int, perHour: Double, isProblem: Bool, told: String
    ) throws {
        var page = StatusPage.Scene.well.page
        // Almost at the end of the month.
        page.now.timestamp = try #require(Timestamp(iso8601: "2026-06-30T18:00:00Z"))
        page.snapshot.account.plan = RequestPlan(perHour: 12, monthlyQuota: quota)
        page.snapshot.account.requestsPerHour = perHour
        #expect(Self.problems(page).isEmpty == !isProblem)
        #expect(page.html.contains(told))
    }

    @Test(arguments: FailureReason.allCases)
    func `every failed poll is told, with its reason`(_ reason: FailureReason) throws {
        var page = StatusPage.Scene.well.page
        page.snapshot.bases[0].lastResult = .failed(reason)
        let problem = try #require(StatusProblem.all(in: page.snapshot, at: page.now).first)
        #expect(problem.text.text.contains("<code>\(reason.rawValue)</code>"))
        let needsSomeone: Set<FailureReason> = [.unauthorized, .forbidden, .quotaExceeded]
        #expect((problem.tone == .bad) == needsSomeone.contains(reason))
    }

    @Test(arguments: DeliveryFailure.allCases)
    func `a receiver that fails is told, with the reason`(_ failure: DeliveryFailure) throws {
        var page = StatusPage.Scene.well.page
        page.snapshot.receivers[0].waiting = [
            StatusPage.waiting(.stale, age: .seconds(9), attempts: 1, lastFailure: failure)
        ]
        let problem = try #require(StatusProblem.all(in: page.snapshot, at: page.now).first)
        #expect(
            problem.text.text == """
                Receiver <a href="#receiver-1"><bdi>oncall</bdi></a>: delivering a notification fails, \
                <code>\(failure.rawValue)</code>
                """)
        #expect(problem.tone == .bad)
    }

    @Test func `a notification that waits for its first try is no problem`() {
        var page = StatusPage.Scene.well.page
        page.snapshot.receivers[0].waiting = [StatusPage.waiting(.stale, age: .seconds(9))]
        #expect(Self.problems(page) == [])
    }

    @Test func `a notification that was given up is told`() {
        var page = StatusPage.Scene.well.page
        page.snapshot.receivers[0].counters.dropped = 1
        #expect(
            Self.problems(page) == [
                """
                Receiver <a href="#receiver-1"><bdi>oncall</bdi></a>: a notification was given up since \
                the start
                """
            ])
    }

    @Test func `an alert is told where nothing else is wrong, and only there`() {
        var page = StatusPage.Scene.clearing.page
        #expect(
            Self.problems(page) == [
                """
                <a href="#alerts">ExchangeRateStale</a> for USD still fires, though nothing is \
                wrong at this moment
                """
            ])
        page.snapshot.alerts[0].state?.phase = .pending
        #expect(
            Self.problems(page) == ["<a href=\"#alerts\">ExchangeRateStale</a> for USD is pending"])
        page.snapshot.isConfigurationCurrent = false
        #expect(Self.problems(page).count == 1)
        #expect(!Self.problems(page)[0].contains("ExchangeRateStale"))
    }

    @Test func `files that are no web configuration any more are told`() {
        var page = StatusPage.Scene.well.page
        page.isWebConfigurationCurrent = false
        #expect(page.html.contains("1 problem"))
        #expect(page.html.contains("The files of the web configuration cannot be used"))
    }
}
