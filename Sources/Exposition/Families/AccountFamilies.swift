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
        help: "When the pause after a limit answer ends; 0 while there is none."
    ) { scrape, out in
        out.sample(.timestamp(scrape.snapshot.account.backoffUntil ?? .epoch))
    }
}
