import Domain
import ExchangeRate
import Freshness
import Testing

@testable import Exporter

@Suite struct ReadingGroupTests {
    static func names(_ base: BaseSnapshot) -> [[String]] {
        ReadingGroup.all(of: base, at: StatusPage.present.instant).map {
            $0.symbols.map(\.symbol.text)
        }
    }

    @Test func `symbols that share all but their rate make one group`() {
        #expect(Self.names(StatusPage.usd) == [StatusPage.liveRates.map(\.0)])
    }

    @Test func `what is overdue comes first, and what never came stands apart`() {
        let fresh = StatusPage.liveRates.map(\.0).filter { $0 != "INR" && $0 != "XAU" }
        #expect(Self.names(StatusPage.usdMixed) == [["INR"], fresh, ["XAU"]])
    }

    @Test(arguments: [
        ("live", true, "open"), ("live", false, "weekend"), ("ecb_daily", true, "weekend"),
    ])
    func `live data is shown with the session of the newest reply that held it`(
        source: String, isInLastGoodAnswer: Bool, session: String
    ) {
        var symbol = StatusPage.symbol(
            "EUR", "1", age: .seconds(60), limit: .seconds(1200), stamp: "")
        symbol.observation?.source = source
        symbol.observation?.marketSession = "weekend"
        symbol.isInLastGoodAnswer = isInLastGoodAnswer
        var base = StatusPage.base("USD", [symbol], polls: [], interval: .seconds(60))
        base.context?.marketSession = "open"
        let groups = ReadingGroup.all(of: base, at: StatusPage.present.instant)
        #expect(groups.map(\.key.marketSession) == [session])
    }

    @Test(arguments: [
        (Duration.seconds(180), "3 min old</b>, ", "due in 17 min"),
        (.seconds(1200), "20 min old</b>, ", "due in 0 s"),
        (.seconds(12_000), "3 h 20 min old</b>, ", "overdue by 3 h"),
    ])
    func `age is told against the due time`(_ age: Duration, _ old: String, _ due: String) throws {
        let base = StatusPage.base(
            "USD",
            [StatusPage.symbol("EUR", "1", age: age, limit: .seconds(1200), stamp: "")],
            polls: [], interval: .seconds(60))
        let group = try #require(ReadingGroup.all(of: base, at: StatusPage.present.instant).first)
        let html = ReadingGroupSection(group: group, now: StatusPage.present).html.text
        #expect(html.contains(old))
        #expect(html.contains(due))
    }
}
