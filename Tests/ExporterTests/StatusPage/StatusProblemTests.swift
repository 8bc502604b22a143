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
}
