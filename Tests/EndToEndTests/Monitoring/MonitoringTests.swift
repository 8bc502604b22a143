import Foundation
import HTTP
import TestKit
import Testing

/// What the package brings for Prometheus, Alertmanager and Grafana, against exporters in trouble.
///
/// One installation serves all tests: it is the trouble that takes time.
@Suite(.inTrouble, .fewAtATime)
struct MonitoringTests {
    private let installation: TroubledInstallation

    init() throws {
        installation = try #require(TroubledInstallation.current)
    }

    @Test(arguments: try ShippedFile.alerts())
    func `a shipped rule fires, and Alertmanager tells who has to know`(alert: String) async throws
    {
        let firing = "ALERTS{alertname=\"\(alert)\",alertstate=\"firing\"}"
        var severities: Set<String> = []
        _ = try await eventually(every: .milliseconds(200)) {
            severities = Set(
                try await installation.prometheus.query(firing).data.result
                    .compactMap { $0.metric["severity"] })
            return !severities.isEmpty
        }
        let severity = try #require(severities.first, "\(alert) does not fire")
        let receivers = try #require(
            [
                "critical": ["pager", "chat"], "warning": ["chat"], "none": ["dead-man-switch"],
            ][severity])
        for receiver in receivers {
            let post = try #require(try await told(alert, to: receiver).first)
            let annotations = try #require(
                (try post.object()["alerts"] as? [[String: Any]])?.first?["annotations"]
                    as? [String: String])
            #expect(annotations["runbook_url"]?.hasSuffix("/docs/runbooks/\(alert).md") == true)
            for text in annotations.values { #expect(!text.contains("<no value>")) }
        }
        let others = Set(["pager", "chat", "dead-man-switch"]).subtracting(receivers)
        for other in others { #expect(posts(of: alert, to: other).isEmpty, "\(other)") }
    }

    @Test func `where data is stale, that polls fail is no news`() async throws {
        func isTold(_ base: String, as state: String) async throws -> Bool {
            try await eventually(every: .milliseconds(200)) {
                try await installation.alertmanager.alerts().contains {
                    $0.labels["alertname"] == "ExchangeRatePollsFailing"
                        && $0.labels["base"] == base && $0.status.state == state
                }
            }
        }
        #expect(try await isTold("USD", as: "suppressed"))
        #expect(try await isTold("NZD", as: "active"))
    }

    @Test func `every query of a runbook finds the trouble that it is for`() async throws {
        let queries = try ShippedFile.runbookQueries()
        #expect(queries.count > 15)
        for (page, query) in queries {
            let finds = try await eventually(every: .milliseconds(200)) {
                try await installation.prometheus.query(query).texts.contains { $0 != "NaN" }
            }
            #expect(finds, "\(page): \(query)")
        }
    }

    @Test(arguments: try DashboardQuery.all())
    func `a query of a dashboard brings data`(query: DashboardQuery) async throws {
        var asked: [String] = []
        let brings = try await eventually(every: .milliseconds(500)) {
            asked = []
            for text in try await query.texts(from: installation.prometheus) {
                asked.append(text)
                if try await query.hasData(text, in: installation.prometheus) { return true }
            }
            return false
        }
        #expect(brings, "\(asked)")
    }

    @Test func `the links of the dashboards lead to the status page`() async throws {
        let links = try Set(
            Dashboard.names().flatMap { name in
                try Dashboard.text(of: name)
                    .matches(of: /"(\$\{scheme\}:\/\/\$\{[^"]+)"/).map { String($0.output.1) }
            })
        #expect(links.count == 2)
        let exporters = try await installation.prometheus.query(
            "exchangerate_exporter_build_info and on (instance) up == 1")
        let instances = exporters.data.result.compactMap { $0.metric["instance"] }
        #expect(!instances.isEmpty)
        for (link, instance) in links.flatMap({ link in instances.map { (link, $0) } }) {
            let url = link.replacing("${scheme}", with: "http")
                .replacing(/\$\{(__data.fields.Exporter|instance)\}/, with: instance)
            let page = try await Browser.send(.get, url)
            #expect(page.status == 200 && page.text.contains("<html"), "\(url)")
        }
    }

    /// What was told of an alert to a receiver so far.
    private func posts(of alert: String, to receiver: String) -> [AnsweringReceiver.Post] {
        installation.sink.posts.filter {
            $0.head.hasPrefix("POST /hook/\(receiver) ")
                && $0.body.contains("\"alertname\":\"\(alert)\"")
        }
    }

    /// The same, once there is something.
    private func told(
        _ alert: String, to receiver: String
    ) async throws -> [AnsweringReceiver.Post] {
        _ = await eventually(every: .milliseconds(200)) {
            !posts(of: alert, to: receiver).isEmpty
        }
        let found = posts(of: alert, to: receiver)
        try #require(!found.isEmpty, "\(alert) does not come to \(receiver)")
        return found
    }
}
