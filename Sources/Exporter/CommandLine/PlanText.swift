import ConfigTree
import Delivery
import Domain
import ExchangeRate
import Freshness
import Polling

/// What a configuration leads to, for people; it names no key.
struct PlanText {
    /// What the API grants to one address without a key.
    private static let anonymousPerMinute = 12.0
    private static let anonymousPerHour = 100.0
    /// A month of 31 days, the most that a quota has to last for.
    private static let hoursOfMonth = 744.0

    private let configuration: Configuration
    private let pace: PacePlan

    /// Makes the plan.
    init(_ configuration: Configuration) {
        self.configuration = configuration
        pace = PacePlan(bases: configuration.bases, settings: configuration.poll)
    }

    /// The whole of it, in lines.
    var text: String {
        let name = configuration.file ?? "the built-in defaults"
        let lines =
            ["Checking \(name)", "  SUCCESS: the configuration is valid", ""]
            + accountLines + [""] + TextTable.lines(rows) + [""] + TextTable.lines(freshness.rows)
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
            case .key: "with the key in \(configuration.keyOrigin)"
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
        ] + proxies.descriptions.map { "Proxy: \($0)\(exceptions)" }
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
                "Known limits without a key: \(Self.number(Self.anonymousPerMinute)) a minute, "
                    + "\(Self.number(Self.anonymousPerHour)) an hour, for one address")
        }
        lines.append(
            quota > 0
                ? "Monthly quota: \(quota)"
                : "Monthly quota: not known; poll.monthly_quota tells it")
        return lines
    }

    private var warnings: [String] {
        let poll = configuration.poll
        var warnings: [String] = []
        let slowed = configuration.bases.filter { pace.interval(of: $0.base) > $0.interval }
        if !slowed.isEmpty {
            warnings.append(
                "the bases ask for more than the pace allows; the column IN FORCE tells what "
                    + "becomes of their intervals")
        }
        warnings += freshness.warnings + alerts.warnings
        warnings += configuration.deliveryWarnings
        if isAnonymous {
            let burst = poll.requestsPerMinute == 0 ? Double(configuration.bases.count) : 0
            if max(pace.requestsPerHour / 60, burst) > Self.anonymousPerMinute
                || pace.requestsPerHour > Self.anonymousPerHour
            {
                warnings.append(
                    "this does not fit the limits without a key; expect answers of 429, or use a "
                        + "key, longer intervals, or requests_per_minute and requests_per_hour")
            }
        }
        let perMonth = pace.requestsPerHour * Self.hoursOfMonth
        if poll.monthlyQuota > 0, perMonth > Double(poll.monthlyQuota) {
            let days = Double(poll.monthlyQuota) / pace.requestsPerHour / 24
            warnings.append(
                "a month of 31 days takes \(Self.number(perMonth)) requests; the quota of "
                    + "\(poll.monthlyQuota) is spent after \(Self.number(days)) days")
        }
        if let warning = configuration.credential.warning { warnings.append(warning) }
        if case .basic = configuration.credential, !configuration.api.mayCarryKey {
            warnings.append("basic authentication goes over http:// in the clear")
        }
        return warnings
    }

    private var isAnonymous: Bool {
        configuration.credential == .keyless && configuration.api.host == APISettings.publicHost
    }

    private static func counts(perHour: Double) -> [String] {
        [perHour / 60, perHour, perHour * hoursOfMonth].map(number)
    }

    /// A number with at most two places after the point.
    private static func number(_ value: Double) -> String {
        let hundredths = Int64((min(value, 1e12) * 100).rounded())
        let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
        guard rest != 0, whole < 100 else { return String(whole + (rest >= 50 ? 1 : 0)) }
        let digits = (rest < 10 ? "0" : "") + String(rest)
        return "\(whole)." + (digits.hasSuffix("0") ? String(digits.dropLast()) : digits)
    }
}
