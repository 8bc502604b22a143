import Domain
import ExchangeRate

extension MetricFamily {
    static let pollDuration = MetricFamily(
        "exchangerate_poll_duration_seconds", .histogram, unit: .seconds, labels: ["base"],
        help: "How long requests to the API took."
    ) { scrape, out in
        for base in scrape.snapshot.bases {
            out.histogram(base.base.text, base.counters.durations)
        }
    }
}
