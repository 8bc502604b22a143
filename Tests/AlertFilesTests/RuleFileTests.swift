import Alerting
import Domain
import Foundation
import TestKit
import Testing

@testable import Exposition

struct RuleFileTests {
    private let file: RuleFile

    init() throws {
        file = try RuleFile()
    }

    @Test(arguments: [
        ["check", "rules", "exchangerate.rules.yml"],
        ["test", "rules", "exchangerate.rules.test.yml"],
    ])
    func `promtool is content with the rules and their tests`(arguments: [String]) async throws {
        let promtool = try ChildProcess(
            "/usr/bin/promtool", arguments, directory: RuleFile.folder.path)
        let status = await promtool.exitStatus(within: .seconds(120))
        #expect(status == 0, "\(promtool.standardOutput)\(promtool.standardError)")
        #expect(promtool.standardOutput.contains("SUCCESS"))
    }

    @Test(arguments: AlertName.allCases)
    func `a rule has the severity and the times of the exporter's own alert`(
        name: AlertName
    ) throws {
        let rules = file.rules.filter { $0.name == name.rawValue }
        #expect(rules.count == 1)
        let rule = try #require(rules.first)
        let own = AlertSettings()[name]
        #expect(rule.value(of: "severity") == own.severity)
        #expect(rule.value(of: "for") == text(own.holdFor))
        #expect(rule.value(of: "keep_firing_for") == text(own.keepFiringFor))
    }

    @Test func `every rule is tested firing and not firing`() throws {
        let tests = try String(
            contentsOf: RuleFile.folder.appending(path: "exchangerate.rules.test.yml"),
            encoding: .utf8
        ).components(separatedBy: "- eval_time: ").dropFirst()
        #expect(file.rules.count == AlertName.allCases.count + 1)
        for rule in file.rules {
            let own = tests.filter { $0.contains("alertname: \(rule.name)\n") }
            #expect(own.contains { $0.contains("exp_alerts") }, "\(rule.name) never fires")
            #expect(own.contains { !$0.contains("exp_alerts") }, "\(rule.name) always fires")
        }
    }

    @Test func `every metric that a rule names is one of the exporter's`() {
        let known = Set(MetricCatalogue.standard.families.map(\.name))
        let named = Set(file.text.matches(of: /exchangerate_[a-z_]+/).map { String($0.output) })
        #expect(named.count > 6)
        #expect(named.subtracting(known).isEmpty, "\(named.subtracting(known))")
    }

    /// A time as the file writes it; nil for none at all.
    private func text(_ duration: Duration) -> String? {
        duration == .zero ? nil : "\(duration.components.seconds / 60)m"
    }
}
