import Foundation
import HTTP
import TestKit
import Testing

/// A question of a dashboard: of a panel, of an annotation, or for the values of a variable.
struct DashboardQuery: Sendable, CustomTestStringConvertible {
    /// How Grafana asks it.
    private enum Kind { case moment, time, labels }

    let testDescription: String
    private let text: String
    private let kind: Kind
    private let variables: [Dashboard.Variable]

    /// Those of all dashboards.
    static func all() throws -> [DashboardQuery] {
        try Dashboard.names().flatMap { name in
            let dashboard = try Dashboard(named: name)
            let variables = dashboard.templating.list.filter { $0.type == "query" }
            func query(_ what: String, _ text: String, _ kind: Kind) -> DashboardQuery {
                DashboardQuery(
                    testDescription: "\(dashboard.uid), \(what)", text: text, kind: kind,
                    variables: variables)
            }
            return dashboard.panels.flatMap { panel in
                (panel.targets ?? []).map { target in
                    query(
                        "\(panel.id) \(panel.title), \(target.refId)", target.expr,
                        target.instant == true ? .moment : .time)
                }
            }
                + dashboard.annotations.list.compactMap { annotation in
                    annotation.expr.map { query("annotation \(annotation.name)", $0, .time) }
                }
                + variables.map { query("variable \($0.name)", $0.query.text, .labels) }
        }
    }

    /// The query with each choice of the variables that a reader could make.
    func texts(from prometheus: PrometheusProcess) async throws -> [String] {
        var texts = [text]
        for variable in variables where texts.contains(where: { $0.contains("$") }) {
            var chosen: [String] = []
            for text in texts {
                guard Self.names(variable.name, in: text) else {
                    chosen.append(text)
                    continue
                }
                for choice in try await choices(of: variable, in: text, prometheus) {
                    chosen.append(Self.put(choice, for: variable.name, into: text))
                }
            }
            texts = chosen
        }
        // Four scrapes and the five minutes that a test may take.
        return texts.map {
            $0.replacingOccurrences(of: "$__rate_interval", with: "20s")
                .replacingOccurrences(of: "$__range", with: "300s")
        }
    }

    /// Whether it brings a number, or a value of a label.
    func hasData(_ text: String, in prometheus: PrometheusProcess) async throws -> Bool {
        switch kind {
        case .moment:
            try await prometheus.query(text).texts.contains { Double($0)?.isFinite == true }
        case .time:
            // What there is only after a start is there once, at the beginning of the tests.
            try await prometheus.values(of: text, lasting: .seconds(900))
                .contains { Double($0)?.isFinite == true }
        case .labels:
            try await !Self.labels(of: text, in: prometheus).isEmpty
        }
    }

    /// What stands in a query for a variable: all values as one, or each single one.
    private func choices(
        of variable: Dashboard.Variable, in text: String, _ prometheus: PrometheusProcess
    ) async throws -> [String] {
        if let all = variable.allValue { return [all] }
        // A list may depend on variables before it; of these, all values do here.
        var list = variable.query.text
        for other in variables { list = Self.put(".*", for: other.name, into: list) }
        let values = try await Self.labels(of: list, in: prometheus)
        guard variable.includeAll == true else { return values }
        let escaped = values.map { $0.replacingOccurrences(of: ".", with: "\\\\.") }
        return ["(\(escaped.joined(separator: "|")))"]
    }

    /// The values that `label_values(series, label)` means.
    private static func labels(
        of text: String, in prometheus: PrometheusProcess
    ) async throws -> [String] {
        let parts = try #require(text.wholeMatch(of: /label_values\((.+), (\w+)\)/))
        let series = try #require(
            String(parts.output.1).addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        struct Values: Decodable { let data: [String] }
        let response = try await Browser.send(
            .get, "\(prometheus.url)/api/v1/label/\(parts.output.2)/values?match[]=\(series)")
        try #require(response.status == 200, "\(response.text)")
        return try JSONDecoder().decode(Values.self, from: Data(response.body)).data
    }

    private static func names(_ variable: String, in text: String) -> Bool {
        put("", for: variable, into: text) != text
    }

    private static func put(_ value: String, for variable: String, into text: String) -> String {
        text.replacingOccurrences(
            of: "\\$\(variable)\\b", with: NSRegularExpression.escapedTemplate(for: value),
            options: .regularExpression)
    }
}

extension PrometheusProcess {
    /// The values that a query had in the time before now, second by second.
    func values(of text: String, lasting time: Duration) async throws -> [String] {
        struct Answer: Decodable {
            struct Data: Decodable { let result: [Series] }
            struct Series: Decodable { let values: [[PrometheusProcess.Answer.Value]] }
            let data: Data
        }
        let query = try #require(
            text.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        let end = Int(Date.now.timeIntervalSince1970)
        let start = end - Int(time.components.seconds)
        let response = try await Browser.send(
            .get,
            "\(url)/api/v1/query_range?query=\(query)&start=\(start)&end=\(end)&step=1")
        try #require(response.status == 200, "\(text): \(response.text)")
        let answer = try JSONDecoder().decode(Answer.self, from: Foundation.Data(response.body))
        return answer.data.result.flatMap(\.values).compactMap { sample in
            guard case .text(let text) = sample.last else { return nil }
            return text
        }
    }
}
