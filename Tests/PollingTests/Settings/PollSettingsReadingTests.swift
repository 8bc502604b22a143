import ConfigTree
import Polling
import Testing

struct PollSettingsReadingTests {
    private func read(_ text: String) -> (value: PollSettings, problems: [String]) {
        reading(text) { PollSettings(reading: $0.map("poll"), defaultRequestsPerHour: 90) }
    }

    @Test func `nothing written leaves the defaults`() {
        let (settings, problems) = read("")
        var expected = PollSettings()
        expected.requestsPerHour = 90
        #expect(settings == expected)
        #expect(problems == [])
    }

    @Test func `every key is read`() {
        let (settings, problems) = read(
            "poll: {interval: 30s, min_interval: 10s, max_interval: 1h, max_backoff: 2m, "
                + "requests_per_minute: 0, requests_per_hour: 7, monthly_quota: 10000}")
        var expected = PollSettings()
        expected.interval = .seconds(30)
        expected.minInterval = .seconds(10)
        expected.maxInterval = .seconds(3600)
        expected.maxBackoff = .seconds(120)
        expected.requestsPerMinute = 0
        expected.requestsPerHour = 7
        expected.monthlyQuota = 10000
        #expect(settings == expected)
        #expect(problems == [])
    }

    @Test func `the longest backoff is no longer than the longest interval`() {
        #expect(read("poll: {max_interval: 1h}").value.maxBackoff == .seconds(3600))
        #expect(
            read("poll: {max_interval: 1h, max_backoff: 2h}").value.maxBackoff == .seconds(3600))
    }

    @Test(arguments: [
        (
            "{min_interval: 10m}",
            "1:22: poll.min_interval: found 10m; allowed is at most 5m, "
                + "the default of interval; set that too"
        ),
        (
            "{max_interval: 2m}",
            "1:22: poll.max_interval: found 2m; allowed is at least 5m, "
                + "the default of interval; set that too"
        ),
        (
            "{interval: 30s}",
            "1:18: poll.interval: found 30s; allowed is at least 1m, "
                + "the default of min_interval; set that too"
        ),
        (
            "{interval: 2h, max_interval: 1h}",
            "1:18: poll.interval: found 2h; allowed is at most 1h, "
                + "the value of max_interval"
        ),
        (
            "{interval: 2m, min_interval: 3m}",
            "1:18: poll.interval: found 2m; allowed is at least 3m, "
                + "the value of min_interval"
        ),
        (
            "{max_backoff: 30s}",
            "1:21: poll.max_backoff: found 30s; allowed is at least 1m, "
                + "the default of min_interval; set that too"
        ),
        (
            "{interval: 12h, min_interval: 12h}",
            "1:37: poll.min_interval: found 12h; allowed is at most 6h, "
                + "the default of max_backoff; set that too"
        ),
        (
            "{min_interval: 2h, max_interval: 1h}",
            "1:40: poll.max_interval: found 1h; allowed is at least 2h, "
                + "the value of min_interval"
        ),
        (
            "{interval: 1s, min_interval: 500ms}",
            "1:36: poll.min_interval: found 500ms; allowed is a duration from 1s to 1d"
        ),
    ])
    func `bounds that cross are told at the key that the file has`(text: String, problem: String) {
        #expect(read("poll: \(text)").problems == [problem])
    }
}
