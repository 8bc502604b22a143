import Domain
import ExchangeRate

extension MetricFamily {
    static let observationInfo = MetricFamily(
        "exchangerate_observation_info", .info, labels: ["base", "source", "market_session"],
        help: "Freshness class and market session of the newest reply; always 1."
    ) { scrape, out in
        for base in scrape.snapshot.bases {
            guard let context = base.context else { continue }
            out.sample(base.base.text, context.source, context.marketSession ?? "", .flag(true))
        }
    }
}
