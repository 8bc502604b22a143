import Domain
import ExchangeRate

extension MetricFamily {
    static let lastPollTimestamp = MetricFamily(
        "exchangerate_last_poll_timestamp_seconds", .gauge, unit: .seconds, labels: ["base"],
        help: "When the API was last asked."
    ) { scrape, out in
        for base in scrape.snapshot.bases {
            guard let time = base.lastPollAt else { continue }
            out.sample(base.base.text, .timestamp(time))
        }
    }

    static let lastSuccessTimestamp = MetricFamily(
        "exchangerate_last_success_timestamp_seconds", .gauge, unit: .seconds, labels: ["base"],
        help: "When the API last gave a good answer."
    ) { scrape, out in
        for base in scrape.snapshot.bases {
            guard let time = base.lastSuccessAt else { continue }
            out.sample(base.base.text, .timestamp(time))
        }
    }

    static let nextPollTimestamp = MetricFamily(
        "exchangerate_next_poll_timestamp_seconds", .gauge, unit: .seconds, labels: ["base"],
        help: "When the API is asked next."
    ) { scrape, out in
        for base in scrape.snapshot.bases {
            guard let time = base.nextPollAt else { continue }
            out.sample(base.base.text, .timestamp(time))
        }
    }

    static let pollInterval = MetricFamily(
        "exchangerate_poll_interval_seconds", .gauge, unit: .seconds, labels: ["base"],
        help: "Time between two polls in force, stretched or not."
    ) { scrape, out in
        for base in scrape.snapshot.bases {
            out.sample(base.base.text, .duration(base.pollInterval))
        }
    }
}
