import Foundation
import TestKit
import Testing

/// The examples for Prometheus and Alertmanager, checked by their own programs.
struct ExampleFilesTests {
    private static let examples = RuleFiles.folder.appending(path: "examples")

    private func run(
        _ program: String, _ arguments: [String]
    ) async throws -> (status: Int32?, output: String) {
        let process = try ChildProcess("/usr/bin/\(program)", arguments)
        let status = await process.exitStatus(within: .seconds(120))
        return (status, process.standardOutput + process.standardError)
    }

    private func text(of name: String) throws -> String {
        try String(contentsOf: Self.examples.appending(path: name), encoding: .utf8)
    }

    @Test func `promtool is content with Prometheus' configuration and finds the rules`()
        async throws
    {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        let rules = folder.appending(path: "rules")
        try FileManager.default.createDirectory(at: rules, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let names = try RuleFiles.names(in: RuleFiles.folder, suffix: ".rules.yml")
        for name in names {
            try RuleFiles.text(of: name).write(
                to: rules.appending(path: name), atomically: true, encoding: .utf8)
        }
        let file = folder.appending(path: "prometheus.yml")
        try text(of: "prometheus.yml").write(to: file, atomically: true, encoding: .utf8)
        let (status, output) = try await run("promtool", ["check", "config", file.path])
        #expect(status == 0, "\(output)")
        #expect(output.contains("\(names.count) rule files found"), "\(output)")
    }

    @Test func `amtool is content with Alertmanager's configuration, as it is and with all in it`()
        async throws
    {
        let file = Self.examples.appending(path: "alertmanager.yml")
        let (status, output) = try await run("amtool", ["check-config", file.path])
        #expect(status == 0, "\(output)")
        // What is offered as a comment is valid, too.
        let whole = FileManager.default.temporaryDirectory
            .appending(path: "\(UUID().uuidString).yml")
        defer { try? FileManager.default.removeItem(at: whole) }
        let text = try text(of: "alertmanager.yml").replacing(
            /(?m)^    # (?=pagerduty_configs|slack_configs|  )/, with: "    ")
        #expect(text.contains("\n    pagerduty_configs:") && text.contains("\n    slack_configs:"))
        try text.write(to: whole, atomically: true, encoding: .utf8)
        let all = try await run("amtool", ["check-config", whole.path])
        #expect(all.status == 0, "\(all.output)")
    }

    @Test func `each alert goes to the receivers of its severity`() async throws {
        let expected = [
            "critical": "pager,chat", "warning": "chat", "none": "dead-man-switch",
        ]
        let alerts = try RuleFiles().alerts
        #expect(!alerts.isEmpty)
        for alert in alerts {
            let severity = try #require(alert.value(of: "severity"))
            let (status, output) = try await run(
                "amtool",
                [
                    "config", "routes", "test",
                    "--config.file=\(Self.examples.path)/alertmanager.yml",
                    "alertname=\(alert.name)", "severity=\(severity)",
                ])
            #expect(status == 0, "\(output)")
            #expect(output.contains("\(expected[severity] ?? "")\n"), "\(alert.name): \(output)")
        }
    }
}
