import Domain
import ExchangeRate

extension MetricFamily {
    static let alertState = MetricFamily(
        "exchangerate_alert_state", .gauge, labels: ["alert", "base"],
        help: "0 while the alert is inactive, 1 while it is pending, 2 while it fires; base is"
            + " empty for alerts of the account."
    ) { scrape, out in
        for alert in scrape.snapshot.alerts {
            let level: Int64 =
                switch alert.state?.phase {
                case nil: 0
                case .pending: 1
                case .firing: 2
                }
            out.sample(alert.key.name.rawValue, alert.key.base?.text ?? "", .integer(level))
        }
    }
}
