import Domain

extension MetricFamily {
    static let notifications = MetricFamily(
        "exchangerate_notifications_total", .counter, labels: ["receiver"],
        help: "Attempts to deliver a notification."
    ) { scrape, out in
        for receiver in scrape.snapshot.receivers {
            out.sample(receiver.name, .count(receiver.counters.attempts))
        }
    }

    static let notificationsFailed = MetricFamily(
        "exchangerate_notifications_failed_total", .counter, labels: ["receiver", "reason"],
        help: "Attempts to deliver a notification that failed."
    ) { scrape, out in
        for receiver in scrape.snapshot.receivers {
            for reason in DeliveryFailure.allCases {
                let count = receiver.counters.failures[reason] ?? 0
                out.sample(receiver.name, reason.rawValue, .count(count))
            }
        }
    }

    static let notificationsDropped = MetricFamily(
        "exchangerate_notifications_dropped_total", .counter, labels: ["receiver"],
        help: "Notifications that were given up undelivered."
    ) { scrape, out in
        for receiver in scrape.snapshot.receivers {
            out.sample(receiver.name, .count(receiver.counters.dropped))
        }
    }
}
