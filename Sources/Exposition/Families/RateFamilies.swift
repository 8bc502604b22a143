import Domain
import ExchangeRate

extension MetricFamily {
    static let rate = MetricFamily(
        "exchangerate_rate", .gauge, labels: ["base", "quote"],
        help: "Units of the quote currency for one unit of the base currency, as the API sent it."
    ) { scrape, out in
        for base in scrape.snapshot.bases {
            for symbol in base.symbols {
                guard let observation = symbol.observation else { continue }
                out.sample(base.base.text, symbol.symbol.text, .decimal(observation.rateText))
            }
        }
    }

    static let rateTimestamp = MetricFamily(
        "exchangerate_rate_timestamp_seconds", .gauge, unit: .seconds, labels: ["base", "quote"],
        help: "The time of the rate's data, as the API stamped it."
    ) { scrape, out in
        for base in scrape.snapshot.bases {
            for symbol in base.symbols {
                guard let observation = symbol.observation else { continue }
                out.sample(base.base.text, symbol.symbol.text, .timestamp(observation.observedAt))
            }
        }
    }
}
