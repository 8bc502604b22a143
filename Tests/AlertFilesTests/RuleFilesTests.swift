import Alerting
import Domain
import Foundation
import TestKit
import Testing

@testable import Exposition

struct RuleFilesTests {
    private let files: RuleFiles

    init() throws {
        files = try RuleFiles()
    }

    @Test func `promtool is content with the rules and their tests`() async throws {
        for (command, suffix) in [("check", ".rules.yml"), ("test", ".rules.test.yml")] {
            let names = try RuleFiles.names(in: RuleFiles.folder, suffix: suffix)
            #expect(!names.isEmpty)
            let promtool = try ChildProcess(
                "/usr/bin/promtool", [command, "rules"] + names, directory: RuleFiles.folder.path)
            let status = await promtool.exitStatus(within: .seconds(120))
            #expect(status == 0, "\(promtool.standardOutput)\(promtool.standardError)")
            #expect(promtool.standardOutput.contains("SUCCESS"))
        }
    }

    @Test(arguments: AlertName.allCases)
    func `a rule has the severity and the times of the exporter's own alert`(
        name: AlertName
    ) throws {
        let alerts = files.alerts.filter { $0.name == name.rawValue }
        #expect(alerts.count == 1)
        let alert = try #require(alerts.first)
        let own = AlertSettings()[name]
        #expect(alert.value(of: "severity") == own.severity)
        #expect(alert.value(of: "for") == text(own.holdFor))
        #expect(alert.value(of: "keep_firing_for") == text(own.keepFiringFor))
    }

    @Test func `every alert is tested firing, not firing and resolved`() throws {
        let tests = try RuleFiles.names(in: RuleFiles.folder, suffix: ".rules.test.yml")
            .flatMap { try RuleFiles.text(of: $0).components(separatedBy: "  - name: ") }
        #expect(files.alerts.count > AlertName.allCases.count)
        for alert in files.alerts {
            // For each test, whether the alert fires, in the order of the times.
            let courses = tests.map { test in
                test.components(separatedBy: "- eval_time: ")
                    .filter { $0.contains("alertname: \(alert.name)\n") }
                    .map { $0.contains("exp_alerts") }
            }
            #expect(courses.contains { $0.contains(true) }, "\(alert.name) never fires")
            // The watchdog's use is that it never ends.
            guard alert.name != "Watchdog" else { continue }
            #expect(courses.contains { $0.first == false }, "\(alert.name) always fires")
            #expect(
                courses.contains { $0.contains(true) && $0.last == false },
                "\(alert.name) is never resolved")
        }
    }

    @Test func `every recorded series is tested or used, and documented`() throws {
        let tests = try RuleFiles.names(in: RuleFiles.folder, suffix: ".rules.test.yml")
            .map(RuleFiles.text).joined()
        let page = try String(
            contentsOf: RuleFiles.root.appending(path: "docs/alerts.md"), encoding: .utf8)
        #expect(!files.records.isEmpty)
        for record in files.records {
            #expect(page.contains("| `\(record)` |"))
            // Once where it is recorded.
            let uses = (files.text + tests).components(separatedBy: record).count - 1
            #expect(uses > 1, "\(record)")
        }
    }

    @Test func `every metric that a rule names is one of the exporter's`() {
        let known = Set(MetricCatalogue.standard.families.map(\.name))
        var text = files.text
        for record in files.records { text = text.replacingOccurrences(of: record, with: "") }
        let named = Set(text.matches(of: /exchangerate_[a-z_]+/).map { String($0.output) })
        #expect(named.count > 6)
        #expect(named.subtracting(known).isEmpty, "\(named.subtracting(known))")
    }

    /// A time as the file writes it; nil for none at all.
    private func text(_ duration: Duration) -> String? {
        duration == .zero ? nil : "\(duration.components.seconds / 60)m"
    }
}
