import Delivery

extension ReceiverType {
    /// What a test notification leaves behind that somebody has to know of; nil: nothing.
    var aftermathOfTest: String? {
        switch self {
        case .webhook, .slack: nil
        case .alertmanager: "the test alert ends there by itself within 5 minutes"
        case .pagerduty:
            "an incident is open now that nothing ends by itself: resolve it in PagerDuty; "
                + "until then further tests add to it"
        }
    }
}
