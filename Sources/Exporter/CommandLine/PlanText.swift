import ConfigTree
import Delivery
import Domain
import ExchangeRate
import Freshness
import Polling

/// What a configuration leads to, for people; it names no key.
struct PlanText {
    private let configuration: Configuration
    private let web: WebPlan?
    private let pace: PacePlan

    /// Makes the plan; `web` is nil where there is no web configuration.
    init(_ configuration: Configuration, web: WebPlan? = nil) {
        self.configuration = configuration
        self.web = web
        pace = PacePlan(bases: configuration.bases, settings: configuration.poll)
    }

    /// The whole of it, in lines.
    var text: String {
        let name = configuration.file?.printable ?? "the built-in defaults"
        let webCheck = web.map {
            ["Checking \($0.file.printable)", "  SUCCESS: the web configuration is valid"]
        }
        let lines =
            ["Checking \(name)", "  SUCCESS: the configuration is valid"]
            + (webCheck ?? []) + [""] + accountLines + [""] + TextTable.lines(rows) + [""]
            + TextTable.lines(freshness.rows)
            + [""]
            + TextTable.lines(alerts.rows) + [""] + receiverLines + limitLines
            + warnings.map { "WARNING: \($0)" }
        return lines.joined(separator: "\n") + "\n"
    }

    private var freshness: FreshnessPlan {
        FreshnessPlan(
            limits: configuration.freshness,
            intervals: configuration.bases.map { pace.interval(of: $0.base) })
    }

    private var alerts: AlertPlan { AlertPlan(settings: configuration.alerts) }

    private var accountLines: [String] {
        let access =
            switch configuration.credential {
            case .keyless: "keyless"
            case .key: "with the key in \(configuration.keyOrigin.description.printable)"
            case .basic: "with basic authentication"
            }
        let poll = configuration.poll
        let limits = [
            poll.requestsPerMinute > 0 ? "\(poll.requestsPerMinute) a minute" : nil,
            poll.requestsPerHour > 0 ? "\(poll.requestsPerHour) an hour" : nil,
        ].compactMap { $0 }
        let proxies = configuration.proxies
        let exceptions = proxies.exceptions.map { ", but not for \(TerminalText.cell($0))" } ?? ""
        return [
            "API:   \(ConfigTree.Redaction.cutAddress(configuration.api.url)), \(access), "
                + "timeout \(configuration.api.timeout.prometheusText)",
            "Pace:  "
                + (limits.isEmpty
                    ? "no limit" : "at most \(limits.joined(separator: ", ")), evenly spaced"),
        ] + proxies.descriptions.map { "Proxy: \($0)\(exceptions)" } + (web?.lines ?? [])
    }

    private var rows: [[String]] {
        let head = [
            "BASE", "INTERVAL", "IN FORCE", "PER MINUTE", "PER HOUR", "PER MONTH", "SYMBOLS",
        ]
        let bases = configuration.bases.map { base -> [String] in
            let interval = pace.interval(of: base.base)
            let symbols = base.symbols.map(\.text).joined(separator: " ")
            return [base.base.text, base.interval.prometheusText, interval.roundedText]
                + Self.counts(perHour: 3600 / interval.inSeconds)
                + [symbols.isEmpty ? "all" : symbols]
        }
        guard bases.count > 1 else { return [head] + bases }
        let sum = ["all", "", ""] + Self.counts(perHour: pace.requestsPerHour) + [""]
        return [head] + bases + [sum]
    }

    private var receiverLines: [String] {
        let receivers =
            configuration.receivers.isEmpty
            ? ["Receivers: none, so alerts are shown and told to nobody"]
            : TextTable.lines(ReceiverPlan(receivers: configuration.receivers).rows)
        let heartbeat = configuration.heartbeat.map { heartbeat in
            ["Heartbeat: \(heartbeat.url.address) every \(heartbeat.interval.prometheusText)"]
        }
        return receivers + (heartbeat.map { [""] + $0 } ?? []) + [""]
    }

    private var limitLines: [String] {
        let quota = configuration.poll.monthlyQuota
        var lines: [String] = []
        if isAnonymous {
            lines.append(
                "Known limits without a key: \(RequestPlan.anonymousLimits), for one address")
        }
        lines.append(
            quota > 0
                ? "Monthly quota: \(quota)"
                : "Monthly quota: not known; poll.monthly_quota tells it")
        return lines
    }

    private var warnings: [String] {
        var warnings = [configuration.emptinessWarning].compactMap(\.self)
        let slowed = configuration.bases.filter { pace.interval(of: $0.base) > $0.interval }
        if !slowed.isEmpty {
            warnings.append(
                "the bases ask for more than the pace allows; the column IN FORCE tells what "
                    + "becomes of their intervals")
        }
        warnings += freshness.warnings + alerts.warnings
        warnings += configuration.deliveryWarnings
        warnings += requests.warnings
        if let warning = web?.warning { warnings.append(warning) }
        if let warning = configuration.credential.warning { warnings.append(warning) }
        if let warning = configuration.passwordWarning { warnings.append(warning) }
        return warnings
    }

    private var requests: RequestPlan {
        pace.requests(
            monthlyQuota: configuration.poll.monthlyQuota, isAnonymous: isAnonymous)
    }

    private var isAnonymous: Bool {
        configuration.credential == .keyless && configuration.api.isPublic
    }

    private static func counts(perHour: Double) -> [String] {
        [perHour / 60, perHour, perHour * RequestPlan.hoursOfMonth].map(CountText.text)
    }
}
