import Domain
import Freshness

extension MetricFamily {
    static let monthRequests = MetricFamily(
        "exchangerate_month_requests", .gauge,
        help: "Requests made since the 1st of the month, 00:00 UTC, over restarts."
    ) { scrape, out in
        out.sample(.integer(Int64(scrape.snapshot.account.monthRequests)))
    }

    static let backoffUntilTimestamp = MetricFamily(
        "exchangerate_backoff_until_timestamp_seconds", .gauge, unit: .seconds,
        isMoving: true,
        help: "When the pause after a limit answer ends; 0 while there is none."
    ) { scrape, out in
        // A pause ends by time alone, without a newer snapshot.
        let until = scrape.snapshot.account.backoffUntil ?? .epoch
        out.sample(.timestamp(until > scrape.now.timestamp ? until : .epoch))
    }
}
