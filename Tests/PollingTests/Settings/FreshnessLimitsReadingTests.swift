import ConfigTree
import Freshness
import Polling
import Testing

struct FreshnessLimitsReadingTests {
    private func read(_ text: String) -> (value: FreshnessLimits, problems: [String]) {
        reading(text) { FreshnessLimits(reading: $0.map("freshness")) }
    }

    @Test func `nothing written leaves the defaults`() {
        let (limits, problems) = read("")
        #expect(limits == .standard)
        #expect(problems == [])
    }

    @Test func `any class of the API has a limit of its own`() {
        let (limits, problems) = read(
            "freshness: {live: 2m, live_closed: 3m, ecb_daily: 144h, boe_daily: 4d, default: 5h}")
        var expected = FreshnessLimits.standard
        expected.live = .seconds(120)
        expected.classes["ecb_daily"] = .age(.seconds(144 * 3600))
        expected.classes["boe_daily"] = .age(.seconds(4 * 86400))
        expected.liveClosed = .seconds(180)
        expected.unlisted = .seconds(5 * 3600)
        #expect(limits == expected)
        #expect(problems == [])
    }

    @Test(arguments: [
        ("{publication: target, grace: 18h}", 18), ("{publication: target, grace: 0s}", 0),
        ("{publication: target}", 18), ("{grace: 1d}", 24), ("{grace: }", 18), ("{}", 18),
    ])
    func `the fixes of the ECB have a limit by publication`(text: String, hours: Int) {
        let (limits, problems) = read("freshness: {ecb_daily: \(text)}")
        var expected = FreshnessLimits.standard
        expected.classes["ecb_daily"] = .targetPublication(grace: .seconds(hours * 3600))
        #expect(limits == expected)
        #expect(problems == [])
    }

    @Test(arguments: [
        (
            "ecb_daily: {publication: fed, grace: 18h}",
            "1:38: freshness.ecb_daily.publication: found fed; allowed is one of target"
        ),
        (
            "ecb_daily: {publication: target, grace: 31d}",
            "1:53: freshness.ecb_daily.grace: found 31d; allowed is a duration from 0s to 30d"
        ),
        (
            "ecb_daily: {publication: target, gracy: 18h}",
            "1:46: freshness.ecb_daily.gracy: unknown key; did you mean grace?"
        ),
        (
            "fred_daily: {grace: 18h}",
            "1:25: freshness.fred_daily: found a map; allowed is a duration from 1s to 1y"
        ),
        (
            "ecb_daily: [18h]",
            "1:24: freshness.ecb_daily: found a list; allowed is a duration from 1s to 1y, "
                + "or a map such as {publication: target, grace: 18h}"
        ),
        ("live: 0s", "1:19: freshness.live: found 0s; allowed is a duration from 1s to 1y"),
        (
            "default: 900",
            "1:22: freshness.default: found 900; a duration needs a unit, such as 900s"
        ),
        (
            "'': 1h",
            "1:13: freshness.: found an empty name; allowed is a class that the API sends"
        ),
    ])
    func `a wrong limit is refused`(text: String, problem: String) {
        #expect(read("freshness: {\(text)}").problems == [problem])
    }
}
