import Foundation
import TestKit
import Testing

@testable import Exposition

/// What Grafana would show, as far as its files tell.
struct DashboardTests {
    private static let names = ["exchangerate-base.json", "exchangerate-overview.json"]

    /// Whether it is the Prometheus that the reader has chosen.
    private static func isChosen(_ source: Dashboard.DataSource?) -> Bool {
        source?.type == "prometheus" && source?.uid == "${datasource}"
    }

    @Test func `every dashboard is known to these tests, and has a name of its own`() throws {
        #expect(try Dashboard.names() == Self.names)
        let dashboards = try Self.names.map(Dashboard.init(named:))
        #expect(dashboards.map { "\($0.uid).json" } == Self.names)
        #expect(Set(dashboards.map(\.title)).count == dashboards.count)
    }

    @Test(arguments: names)
    func `it can be provisioned and imported without a question`(name: String) throws {
        let dashboard = try Dashboard(named: name)
        #expect(dashboard.schemaVersion == 42)
        // Grafana's bounds.
        #expect(1...40 ~= dashboard.uid.count)
        #expect(!dashboard.description.isEmpty)
        let object = try #require(
            JSONSerialization.jsonObject(with: Data(Dashboard.text(of: name).utf8))
                as? [String: Any])
        #expect(object["id"] is NSNull, "an id is another one in each Grafana")
        for key in ["__inputs", "__requires", "__elements"] { #expect(object[key] == nil) }
    }

    @Test(arguments: names)
    func `panels fill the 24 columns of the grid, without overlaps and gaps`(name: String) throws {
        let panels = try Dashboard(named: name).panels
        var owners: [[Int]: Int] = [:]
        for panel in panels {
            let place = panel.gridPos
            #expect(place.x >= 0 && place.w > 0 && place.h > 0 && place.x + place.w <= 24)
            #expect(panel.type != "row" || (place.w == 24 && place.h == 1))
            for x in place.x..<place.x + place.w {
                for y in place.y..<place.y + place.h {
                    let other = owners.updateValue(panel.id, forKey: [x, y])
                    #expect(other == nil, "\(panel.title) lies over panel \(other ?? 0)")
                }
            }
        }
        let height = panels.map { $0.gridPos.y + $0.gridPos.h }.max() ?? 0
        #expect(height > 20)
        #expect(owners.count == 24 * height, "\(24 * height - owners.count) cells are empty")
        #expect(panels.first?.type == "row")
        #expect(Set(panels.map(\.id)).count == panels.count)
    }

    @Test(arguments: names)
    func `every panel says what it shows, in which unit and from where`(name: String) throws {
        let panels = try Dashboard(named: name).panels.filter { $0.type != "row" }
        #expect(panels.count > 15)
        for panel in panels {
            let fault = Comment(rawValue: "\(panel.title)")
            #expect(!panel.title.isEmpty, fault)
            #expect(panel.description?.hasSuffix(".") == true, fault)
            #expect(Self.isChosen(panel.datasource), fault)
            let defaults = panel.fieldConfig?.defaults
            #expect(defaults?.unit?.isEmpty == false, fault)
            let steps = defaults?.thresholds?.steps ?? []
            #expect(steps.first?.value == nil && !steps.isEmpty, fault)
            let bounds = steps.compactMap(\.value)
            #expect(bounds == bounds.sorted(), fault)
            let targets = panel.targets ?? []
            #expect(!targets.isEmpty, fault)
            #expect(Set(targets.map(\.refId)).count == targets.count, fault)
            #expect(targets.allSatisfy { Self.isChosen($0.datasource) }, fault)
        }
    }

    @Test(arguments: names)
    func `every variable is defined, said and used`(name: String) throws {
        let text = try Dashboard.text(of: name)
        let variables = try Dashboard(named: name).templating.list
        let defined = variables.map(\.name)
        #expect(defined.starts(with: ["datasource", "job", "instance", "base", "quote"]))
        let used = text.matches(of: /\$(?:\{(\w+)(?::\w+)?\}|(\w+))/)
            .compactMap { $0.output.1 ?? $0.output.2 }.map(String.init)
        // Those that begin so are Grafana's own.
        #expect(Set(used.filter { !$0.hasPrefix("__") }) == Set(defined))
        for variable in variables {
            #expect(variable.description?.hasSuffix(".") == true, "\(variable.name)")
            guard variable.type == "query" else { continue }
            #expect(Self.isChosen(variable.datasource), "\(variable.name)")
            // A list can be asked for only once the ones before it are chosen.
            let before = defined.prefix { $0 != variable.name }
            for match in variable.query.text.matches(of: /\$(\w+)/) {
                #expect(before.contains(String(match.output.1)), "\(variable.name)")
            }
        }
    }

    @Test(arguments: names)
    func `every metric that it names is one of the exporter's`(name: String) throws {
        let known = Set(MetricCatalogue.standard.families.map(\.name))
        let named = try Dashboard.text(of: name).matches(of: /(?:exchangerate|process)_[a-z_]+/)
            .map { String($0.output).replacing(/_bucket$/, with: "") }
        #expect(named.count > 20)
        #expect(Set(named).subtracting(known).isEmpty, "\(Set(named).subtracting(known))")
    }

    @Test func `every metric is on a dashboard`() throws {
        let text = try Self.names.map(Dashboard.text(of:)).joined()
        let left = MetricCatalogue.standard.families.map(\.name).filter { !text.contains($0) }
        #expect(left == ["process_virtual_memory_bytes", "process_virtual_memory_max_bytes"])
    }

    @Test(arguments: names)
    func `the dashboards lead to each other and to the status page`(name: String) throws {
        let dashboard = try Dashboard(named: name)
        #expect(dashboard.links.contains { $0.type == "dashboards" && $0.tags == dashboard.tags })
        let text = try Dashboard.text(of: name)
        #expect(text.contains("${scheme}://${"))
        for match in text.matches(of: /"\/d\/([^?"]+)/) {
            #expect(Self.names.contains("\(match.output.1).json"))
        }
    }

    @Test(arguments: names)
    func `alerts and starts are marked`(name: String) throws {
        let annotations = try Dashboard(named: name).annotations.list
        let asked = annotations.filter { Self.isChosen($0.datasource) }.compactMap(\.expr)
        for metric in ["ALERTS{", "exchangerate_alert_state{", "process_start_time_seconds{"] {
            #expect(asked.contains { $0.contains(metric) })
        }
        // Grafana's own list has no expression.
        #expect(annotations.count == asked.count + 1)
    }

    @Test func `what is provisioned is these dashboards, from where they are installed`() throws {
        let folder = Dashboard.folder.deletingLastPathComponent().appending(path: "provisioning")
        func text(_ path: String) throws -> String {
            try String(contentsOf: folder.appending(path: path), encoding: .utf8)
        }
        let provider = try text("dashboards/exchangerate.yml")
        let lines = provider.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        #expect(lines.contains("apiVersion: 1"))
        #expect(lines.contains("path: /usr/share/exchangerate-exporter/grafana/dashboards"))
        let source = try text("datasources/exchangerate.yml")
        #expect(source.contains("apiVersion: 1\n") && source.contains("    type: prometheus\n"))
    }
}
