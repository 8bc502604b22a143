extension ExporterConfiguration {
    /// Alerts that come and go in quick time: data is stale at an age of 10 minutes, of which that
    /// of a stand-in that is frozen has 60.
    static func paging(
        _ api: StandInProcess, to receivers: ReceiverConfiguration...
    ) -> ExporterConfiguration {
        var configuration = ExporterConfiguration(api: api.url)
        // No wait is stretched, so that what ends an alert comes with the next second.
        configuration.pollKeys = ["max_interval: 1s"]
        // Both limits are the same, so that the day of the week does not matter.
        configuration.freshness = ["live: 10m", "live_closed: 10m"]
        configuration.alerts = [
            "stale: {keep_firing_for: 0s}", "symbol_stale: {for: 0s, keep_firing_for: 0s}",
            "rate_limited: {keep_firing_for: 0s}", "group_wait: 0s", "group_interval: 1s",
        ]
        configuration.receivers = receivers
        return configuration
    }
}
