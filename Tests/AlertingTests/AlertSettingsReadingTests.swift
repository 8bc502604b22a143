import Alerting
import ConfigTree
import Testing

struct AlertSettingsReadingTests {
    private func read(_ text: String) -> (value: AlertSettings, problems: [String]) {
        let report = ConfigReport(file: "f", bytes: Array("alerts: \(text)".utf8))
        let value = AlertSettings(reading: report.root().map("alerts"))
        return (
            value,
            report.problems.map { problem in
                let place = problem.position.map { "\($0.line):\($0.column): " } ?? ""
                return place + problem.message
            }
        )
    }

    @Test(arguments: ["", "{}", "{stale: , labels: {}}"])
    func `nothing written leaves the defaults`(text: String) {
        let (settings, problems) = read(text)
        #expect(settings == AlertSettings())
        #expect(problems == [])
    }

    @Test func `every key is read`() {
        let (settings, problems) = read(
            """

              labels: {team: fx, _1: 42}
              stale: {enabled: false, severity: page, for: 1m, keep_firing_for: 2m}
              symbol_stale: {enabled: false, severity: info, for: 0s, keep_firing_for: 0s}
              rate_limited: {enabled: false, severity: a, count: 1, of: 1, keep_firing_for: 3m}
              key_rejected: {enabled: false, severity: b, keep_firing_for: 4m}
              group_wait: 0s
              group_interval: 1s
              repeat_interval: 2s
              give_up_after: 3s
            """)
        var expected = AlertSettings()
        expected.labels = ["team": "fx", "_1": "42"]
        expected.stale = AlertSettings.Rule(
            isEnabled: false, severity: "page", holdFor: .seconds(60),
            keepFiringFor: .seconds(120))
        expected.symbolStale = AlertSettings.Rule(
            isEnabled: false, severity: "info", keepFiringFor: .zero)
        expected.limited = AlertSettings.Rule(
            isEnabled: false, severity: "a", keepFiringFor: .seconds(180))
        expected.keyRejected = AlertSettings.Rule(
            isEnabled: false, severity: "b", keepFiringFor: .seconds(240))
        (expected.limitCount, expected.limitWindow) = (1, 1)
        expected.groupWait = .zero
        expected.groupInterval = .seconds(1)
        expected.repeatInterval = .seconds(2)
        expected.giveUpAfter = .seconds(3)
        #expect(settings == expected)
        #expect(problems == [])
    }

    @Test(arguments: [
        (
            "{labels: {severity: page}}",
            "1:19: alerts.labels.severity: set by each alert itself; choose another name"
        ),
        (
            "{labels: {base: USD}}",
            "1:19: alerts.labels.base: set by each alert itself; choose another name"
        ),
        (
            "{labels: {alertname: x}}",
            "1:19: alerts.labels.alertname: set by each alert itself; choose another name"
        ),
        (
            "{labels: {my-team: fx}}",
            "1:19: alerts.labels.my-team: not the name of a label; allowed are letters, digits "
                + "and _, no digit first, and no __ at the start"
        ),
        (
            "{labels: {1team: fx}}",
            "1:19: alerts.labels.1team: not the name of a label; allowed are letters, digits "
                + "and _, no digit first, and no __ at the start"
        ),
        (
            "{labels: {__team: fx}}",
            "1:19: alerts.labels.__team: not the name of a label; allowed are letters, digits "
                + "and _, no digit first, and no __ at the start"
        ),
        (
            "{labels: {team: [fx]}}",
            "1:25: alerts.labels.team: found a list; allowed is the value of a label"
        ),
        (
            "{stale: {for: 1h, severity: ''}}",
            "1:37: alerts.stale.severity: found an empty text; "
                + "allowed is a severity, such as critical"
        ),
        (
            "{rate_limited: {for: 1m}}",
            "1:25: alerts.rate_limited.for: unknown key; allowed here: "
                + "count, of, enabled, severity, keep_firing_for"
        ),
        (
            "{rate_limited: {count: 5, of: 4}}",
            "1:32: alerts.rate_limited.count: found 5; allowed is at most 4, the value of `of`"
        ),
        (
            "{rate_limited: {count: 11}}",
            "1:32: alerts.rate_limited.count: found 11; allowed is at most 10, "
                + "the default of `of`; set that too"
        ),
        (
            "{rate_limited: {of: 2}}",
            "1:29: alerts.rate_limited.of: found 2; allowed is at least 3, "
                + "the default of `count`; set that too"
        ),
        (
            "{rate_limited: {count: 0}}",
            "1:32: alerts.rate_limited.count: found 0; allowed is "
                + "a whole number from 1 to 1000"
        ),
        (
            "{group_interval: 0s}",
            "1:26: alerts.group_interval: found 0s; allowed is a duration from 1s to 1y"
        ),
        (
            "{give_up_after: 500ms}",
            "1:25: alerts.give_up_after: found 500ms; allowed is a duration from 1s to 1y"
        ),
        (
            "{repeat_interval: 2y}",
            "1:27: alerts.repeat_interval: found 2y; allowed is a duration from 1s to 1y"
        ),
        (
            "{repeat_intervall: 1h}",
            "1:10: alerts.repeat_intervall: unknown key; did you mean repeat_interval?"
        ),
    ])
    func `what is wrong is told with its cure`(text: String, problem: String) {
        #expect(read(text).problems == [problem])
    }
}
