import Domain
import ExchangeRate
import Freshness
import Pipeline
import Polling
import Rehearsal

/// What came of a rehearsal, for people.
struct RehearsalText {
    private let report: RehearsalReport

    /// Makes it.
    init(_ report: RehearsalReport) {
        self.report = report
    }

    /// All of it.
    var text: String {
        let parts = [head, requests, RehearsalTimeline(report).lines, incidents, verdict]
        return parts.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") + "\n" }
            .joined(separator: "\n")
    }

    private var settings: RehearsalSettings { report.settings }

    private var head: [String] {
        let span = settings.span
        let bases = settings.pipeline.bases
        let named = bases.prefix(8).map(\.base.text).joined(separator: ", ")
        let more = bases.count > 8 ? " and \(bases.count - 8) more" : ""
        return [
            "Rehearsed \(span.first) to \(span.last), UTC, against \(settings.feed.rawValue) rates",
            "  bases: \(named)\(more)", "  account: \(account)",
        ]
    }

    private var account: String {
        let pipeline = settings.pipeline
        guard pipeline.isKeyless else {
            let quota = pipeline.poll.monthlyQuota
            return quota > 0
                ? "with a key, \(quota) requests a month (poll.monthly_quota)"
                : "with a key, no limit: set poll.monthly_quota to rehearse the plan's"
        }
        return pipeline.isPublicAPI
            ? "without a key, \(RequestPlan.anonymousLimits)"
            : "without a key, no limit: api.url is not the public API"
    }

    private var requests: [String] {
        let quota = settings.pipeline.isKeyless ? 0 : settings.pipeline.poll.monthlyQuota
        let rows = report.months.map { month in
            [
                month.name, "\(month.requests)",
                quota > 0
                    ? "\(CountText.text(100 * Double(month.requests) / Double(quota)))% of the quota"
                    : "",
            ]
        }
        return TextTable.lines([["MONTH", "REQUESTS"]] + rows) + [
            "At most \(report.mostRequests.inMinute) in a minute, "
                + "\(report.mostRequests.inHour) in an hour."
        ]
    }

    private var incidents: [String] {
        guard !report.incidents.isEmpty else { return [] }
        let rows = report.incidents.map { outcome in
            [
                outcome.incident.title, UTCText.machine(outcome.incident.start),
                outcome.incident.duration.roundedText,
                outcome.pagedAfter.map(DurationText.text) ?? "-", outcome.verdict.rawValue,
            ]
        }
        return TextTable.lines(
            [["INCIDENT", "START", "DURATION", "PAGED AFTER", "OUTCOME"]] + rows)
    }

    private var verdict: [String] {
        let dropped = report.dropped.map { _, notification in
            "Given up: \(notification.group.alertname) to \(notification.receiver)"
        }
        let falsePages = report.falsePages
        let missed = report.missedIncidents
        let pages = report.deliveries.count(where: \.isPage)
        return dropped + [
            "\(report.isGood ? "GOOD" : "BAD"): \(Self.count(pages, "page")), "
                + "\(falsePages) without an incident; \(Self.count(missed, "incident")) missed"
        ]
    }

    private static func count(_ number: Int, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }
}
