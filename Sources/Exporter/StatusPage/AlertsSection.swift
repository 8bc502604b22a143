import Domain
import ExchangeRate
import Freshness

/// What the page shows of alerts: those that are pending or fire, the most urgent first.
struct AlertsSection {
    /// The anchor of the section; there while an alert is pending or fires.
    static let anchor = "alerts"

    /// A description names up to a dozen symbols, each with its times, and is to be read whole.
    private static let maxDescriptionLength = 2000

    private struct Active {
        let key: AlertKey
        let state: AlertState
        let condition: AlertCondition
    }

    var snapshot: Snapshot
    var now: Moment

    var html: HTML {
        let active = snapshot.alerts
            .compactMap { alert in
                alert.state.map {
                    Active(key: alert.key, state: $0, condition: AlertCondition(of: $0))
                }
            }
            .sorted { ($0.condition, $0.key) < ($1.condition, $1.key) }
        guard let worst = active.first else { return "\(quietLine)\(receiverLine)" }
        return """
            <section class="card alerts" id="\(Self.anchor)" aria-labelledby="h-alerts">
            <header><h2 id="h-alerts">Alerts</h2> \
            <span class="pill \(worst.condition.tone.rawValue)">\(counts(of: active))</span></header>
            <div class="items">
            \(active.map(item))</div>
            </section>
            \(receiverLine)
            """
    }

    private var quietLine: HTML {
        guard !snapshot.alerts.isEmpty else { return "" }
        return "<p class=\"quiet line\">No alert fires or is pending.</p>\n"
    }

    private var receiverLine: HTML {
        guard !snapshot.alerts.isEmpty, snapshot.receivers.isEmpty else { return "" }
        return """
            <p class="quiet line">No receiver is configured: alerts are shown here and in the \
            metrics only.</p>

            """
    }

    private func counts(of active: [Active]) -> String {
        let firing = active.count { $0.state.phase == .firing }
        let pending = active.count - firing
        return [(firing, "firing"), (pending, "pending")].filter { $0.0 > 0 }
            .map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    }

    private func item(_ alert: Active) -> HTML {
        let summary = alert.state.annotations["summary"] ?? ""
        let description = alert.state.annotations["description"] ?? ""
        let summaryLine: HTML =
            summary.isEmpty ? "" : "<p class=\"summary\"><bdi>\(summary)</bdi></p>\n"
        let descriptionLine: HTML =
            description.isEmpty
            ? ""
            : "<p>\(Prose(text: description, maxLength: Self.maxDescriptionLength).html)</p>\n"
        let heldLine: HTML =
            alert.condition == .clearing
            ? "<p class=\"quiet\">The condition holds no more; the alert ends once that has lasted.</p>\n"
            : ""
        return """
            <div class="item \(alert.condition.tone.rawValue)">
            <header><h3>\(alert.key.name.rawValue)\(subject(of: alert.key))</h3> \
            <span class="pill \(alert.condition.tone.rawValue)">\(alert.condition.word)</span>\
            </header>
            \(summaryLine)\(descriptionLine)\(heldLine)\
            <p class="quiet">\(RelativeTime(now: now).since(alert.state.startsAt))\
            \(labels(of: alert))</p>
            </div>

            """
    }

    private func subject(of key: AlertKey) -> HTML {
        guard let base = key.base else { return "" }
        let isShown = snapshot.bases.contains { $0.base == base }
        return isShown ? " <a href=\"#\(base.text)\">\(base.text)</a>" : " \(base.text)"
    }

    /// The labels that the heading does not tell.
    private func labels(of alert: Active) -> HTML {
        HTML(
            alert.state.labels.filter { !["alertname", "base"].contains($0.key) }
                .sorted { $0.key < $1.key }
                .map { " · <code><bdi>\($0.key)=\($0.value)</bdi></code>" })
    }
}
