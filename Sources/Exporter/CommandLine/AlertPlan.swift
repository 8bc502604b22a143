import Alerting
import ConfigTree
import Domain

/// What the plan tells of alerts: which are judged, and how long each waits.
struct AlertPlan {
    let settings: AlertSettings

    /// The table, with its head.
    var rows: [[String]] {
        [["ALERT", "STATE", "SEVERITY", "FIRES AFTER", "KEEPS FIRING"]]
            + AlertName.allCases.map { name in
                let rule = settings[name]
                let state = rule.isEnabled ? "on" : "off"
                let firing = rule.keepFiringFor.prometheusText
                return [name.settingsKey, state, rule.severity, condition(of: name), firing]
            }
    }

    var warnings: [String] {
        settings.stale.isEnabled
            ? [] : ["alerts.stale is off: no alert tells that data is old or missing"]
    }

    private func condition(of name: AlertName) -> String {
        switch name {
        case .stale, .symbolStale: settings[name].holdFor.prometheusText
        case .limited: "\(settings.limitCount) of \(settings.limitWindow) answers"
        case .keyRejected: "1 answer"
        }
    }
}
