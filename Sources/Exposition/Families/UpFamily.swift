import Domain
import ExchangeRate

extension MetricFamily {
    static let up = MetricFamily(
        "exchangerate_up", .gauge, labels: ["base"],
        help: "1 if the last poll of the API was good, else 0; absent before the first."
    ) { scrape, out in
        for base in scrape.snapshot.bases {
            guard let result = base.lastResult else { continue }
            out.sample(base.base.text, .flag(result == .good))
        }
    }
}
