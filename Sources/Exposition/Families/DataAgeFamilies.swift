import Domain
import ExchangeRate

extension MetricFamily {
    static let dataAge = MetricFamily(
        "exchangerate_data_age_seconds", .gauge, unit: .seconds, labels: ["base", "source"],
        isMoving: true,
        help: "Age of the oldest symbol's data in this freshness class."
    ) { scrape, out in
        for base in scrape.snapshot.bases {
            for oldest in OldestOfClass.all(of: base, at: scrape.now.instant) {
                out.sample(base.base.text, oldest.source, .duration(oldest.age))
            }
        }
    }

    // All ages grow alike: which symbol is the oldest stays until other data comes.
    static let dataDueTimestamp = MetricFamily(
        "exchangerate_data_due_timestamp_seconds", .gauge, unit: .seconds,
        labels: ["base", "source"],
        help: "When newer data than the oldest symbol's in this freshness class is due at the"
            + " latest; past it, that symbol is stale."
    ) { scrape, out in
        for base in scrape.snapshot.bases {
            for oldest in OldestOfClass.all(of: base, at: scrape.now.instant) {
                out.sample(base.base.text, oldest.source, .timestamp(oldest.dueAt))
            }
        }
    }
}
