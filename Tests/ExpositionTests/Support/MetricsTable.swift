@testable import Exposition

/// The table of docs/metrics.md, made from the catalogue.
enum MetricsTable {
    /// What there is to tell beyond the line of help that a scrape carries, in Markdown.
    static let notes: KeyValuePairs<String, String> = [
        "exchangerate_rate": "The exact decimal, to 38 significant digits; absent until known.",
        "exchangerate_data_age_seconds": "At the scrape, not under 0; absent until known.",
        "exchangerate_data_due_timestamp_seconds":
            "By the calendar of the class. It moves only when a reply comes: weekends, holidays and "
            + "the opening after them are in it.",
        "exchangerate_observation_info": "One series a base.",
        "exchangerate_poll_errors_total":
            "[Reasons](#reasons-of-exchangerate_poll_errors_total) are below.",
        "exchangerate_rates_rejected_total":
            "Reasons: `missing`, `not_a_number`, `not_positive`, `older`, `future`, `bad_timestamp`.",
        "exchangerate_api_limit_remaining": "Absent where they say nothing.",
        "exchangerate_api_limit_reset_timestamp_seconds": "Absent where they say nothing.",
        "exchangerate_notifications_failed_total":
            "[Reasons](#reasons-of-exchangerate_notifications_failed_total) are below.",
        "exchangerate_notifications_dropped_total": "After `alerts.give_up_after`.",
        "exchangerate_storage_errors_total":
            "Operations: `open`, `load`, `commit`, which is also the log that cannot be written back.",
        "exchangerate_web_config_last_reload_successful":
            "It counts as wrong, too, while a certificate that it names cannot be used; absent "
            + "without `--web.config.file`.",
        "exchangerate_http_requests_total":
            "Handlers: `status` (the page at `/`), `metrics`, `alerts` (`/api/v1/alerts`), `latest` "
            + "(`/v1/latest…`), `reload` (`/-/reload`), `healthy`, `ready`, or `other` for all that "
            + "is not found.",
        "process_cpu_seconds_total":
            "The metrics of the process are as in Prometheus' own client libraries.",
        "process_network_receive_bytes_total": "Of the network namespace.",
        "process_network_transmit_bytes_total": "Of the network namespace.",
    ]

    static var markdown: String {
        let head = ["| metric | type | labels | meaning |", "| --- | --- | --- | --- |"]
        let rows = MetricCatalogue.standard.families.map { family in
            let isInfo = family.kind == .info
            let note = notes.first { $0.key == family.name }.map { " " + $0.value } ?? ""
            let labels = family.labels.isEmpty ? "–" : family.labels.joined(separator: ", ")
            return "| `\(family.name)` | \(family.kind.nameInPrometheusText)\(isInfo ? ", 1" : "") "
                + "| \(labels) | \(family.help)\(note) |"
        }
        return (head + rows).joined(separator: "\n")
    }
}
