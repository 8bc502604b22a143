import Domain
import ExchangeRate

extension MetricFamily {
    static let apiLimitRemaining = MetricFamily(
        "exchangerate_api_limit_remaining", .gauge,
        help: "Requests left, as the API's headers say."
    ) { scrape, out in
        guard let remaining = scrape.snapshot.account.limits.remaining else { return }
        out.sample(.integer(remaining))
    }

    static let apiLimitResetTimestamp = MetricFamily(
        "exchangerate_api_limit_reset_timestamp_seconds", .gauge, unit: .seconds,
        help: "When the API's limit starts anew, as its headers say."
    ) { scrape, out in
        guard let reset = scrape.snapshot.account.limits.reset else { return }
        out.sample(.timestamp(reset))
    }
}
