import Domain
import ExchangeRate

extension MetricFamily {
    static let ratesRejected = MetricFamily(
        "exchangerate_rates_rejected_total", .counter, labels: ["base", "reason"],
        help: "Rates of replies that were not taken."
    ) { scrape, out in
        for base in scrape.snapshot.bases {
            for reason in RateRejection.allCases {
                let count = base.counters.rejected[reason] ?? 0
                out.sample(base.base.text, reason.rawValue, .count(count))
            }
        }
    }
}
