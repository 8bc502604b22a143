import Domain
import ExchangeRate

// A page is mostly these two metrics: symbols are read in place, since a copy of one counts the
// references of all its texts up and down, a quarter of the time of the whole page.
extension MetricFamily {
    static let rate = MetricFamily(
        "exchangerate_rate", .gauge, labels: ["base", "quote"],
        help: "Units of the quote currency for one unit of the base currency, as the API sent it."
    ) { scrape, out in
        for base in scrape.snapshot.bases {
            for index in base.symbols.indices {
                guard let rate = base.symbols[index].observation?.rateText else { continue }
                out.sample(base.base.text, base.symbols[index].symbol.text, .decimal(rate))
            }
        }
    }

    static let rateTimestamp = MetricFamily(
        "exchangerate_rate_timestamp_seconds", .gauge, unit: .seconds, labels: ["base", "quote"],
        help: "The time of the rate's data, as the API stamped it."
    ) { scrape, out in
        for base in scrape.snapshot.bases {
            for index in base.symbols.indices {
                guard let time = base.symbols[index].observation?.observedAt else { continue }
                out.sample(base.base.text, base.symbols[index].symbol.text, .timestamp(time))
            }
        }
    }
}
