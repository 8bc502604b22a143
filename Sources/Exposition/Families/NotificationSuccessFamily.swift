import Domain
import Freshness

extension MetricFamily {
    static let notificationLastSuccessTimestamp = MetricFamily(
        "exchangerate_notification_last_success_timestamp_seconds", .gauge, unit: .seconds,
        labels: ["receiver"],
        help: "When this process last delivered a notification; absent before the first."
    ) { scrape, out in
        for receiver in scrape.snapshot.receivers {
            guard let time = receiver.counters.lastSuccessAt else { continue }
            out.sample(receiver.name, .timestamp(time))
        }
    }
}
