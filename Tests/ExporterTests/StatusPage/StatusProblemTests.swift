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

    @Test(arguments: FailureReason.allCases)
    func `every failed poll is told, with its reason`(_ reason: FailureReason) throws {
        var page = StatusPage.Scene.well.page
        page.snapshot.bases[0].lastResult = .failed(reason)
        let problem = try #require(StatusProblem.all(in: page.snapshot, at: page.now).first)
        #expect(problem.text.text.contains("<code>\(reason.rawValue)</code>"))
        let needsSomeone: Set<FailureReason> = [.unauthorized, .forbidden, .quotaExceeded]
        #expect((problem.tone == .bad) == needsSomeone.contains(reason))
    }
}
