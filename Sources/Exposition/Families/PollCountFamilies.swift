import Domain
import ExchangeRate

extension MetricFamily {
    static let polls = MetricFamily(
        "exchangerate_polls_total", .counter, labels: ["base"],
        help: "Requests made to the API."
    ) { scrape, out in
        for base in scrape.snapshot.bases {
            out.sample(base.base.text, .count(base.counters.polls))
        }
    }

    static let pollErrors = MetricFamily(
        "exchangerate_poll_errors_total", .counter, labels: ["base", "reason"],
        help: "Requests to the API that brought no rates."
    ) { scrape, out in
        for base in scrape.snapshot.bases {
            for reason in FailureReason.allCases {
                let count = base.counters.errors[reason] ?? 0
                out.sample(base.base.text, reason.rawValue, .count(count))
            }
        }
    }
}
