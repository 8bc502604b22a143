import Domain
import Freshness

extension MetricFamily {
    static let notificationQueueLength = MetricFamily(
        "exchangerate_notification_queue_length", .gauge, labels: ["receiver"],
        help: "Notifications that are not delivered yet."
    ) { scrape, out in
        for receiver in scrape.snapshot.receivers {
            out.sample(receiver.name, .integer(Int64(receiver.waiting.count)))
        }
    }

    // An empty queue is 0 rather than no series, so that graphs have no gaps, and a rule such as
    // `> 300` needs no `absent()` beside it. The wall clock may have been set back since a
    // notification was made: its age is 0 then.
    static let notificationOldest = MetricFamily(
        "exchangerate_notification_oldest_seconds", .gauge, unit: .seconds, labels: ["receiver"],
        isMoving: true,
        help: "Age of the oldest notification that is not delivered yet; 0 while there is none."
    ) { scrape, out in
        for receiver in scrape.snapshot.receivers {
            let oldest = receiver.waiting.lazy.map(\.createdAt).min()
            let age = oldest.map { max(.zero, scrape.now.timestamp - $0) } ?? .zero
            out.sample(receiver.name, .duration(age))
        }
    }
}
