import Domain
import ExchangeRate

extension MetricFamily {
    static let dataStale = MetricFamily(
        "exchangerate_data_stale", .gauge, labels: ["base"],
        isMoving: true,
        help: "1 while all symbols of a freshness class, or of the base, are past their due time;"
            + " else 0."
    ) { scrape, out in
        for base in scrape.snapshot.bases {
            out.sample(base.base.text, .flag(base.isStale(at: scrape.now.instant)))
        }
    }

    static let symbolsStale = MetricFamily(
        "exchangerate_symbols_stale", .gauge, labels: ["base"],
        isMoving: true,
        help: "How many symbols are past their due time."
    ) { scrape, out in
        for base in scrape.snapshot.bases {
            let count = base.staleSymbolCount(at: scrape.now.instant)
            out.sample(base.base.text, .integer(Int64(count)))
        }
    }
}
