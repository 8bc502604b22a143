import Domain
import Foundation
import TestKit
import Testing

@testable import Exporter

struct PrintedTextTests {
    @Test func `the version is told as Prometheus tells it`() {
        let lines = Version.text.split(separator: "\n").map(String.init)
        #expect(
            lines.first == "exchangerate-exporter, version \(Version.number) "
                + "(branch: \(Version.branch), revision: \(Version.revision))")
        let rest = lines.dropFirst().map { $0.replacing(Version.swift, with: "SWIFT") }
            .map { $0.replacing(Version.platform, with: "PLATFORM") }.joined(separator: "\n")
        #expect(GoldenFile("../Golden/version.txt").mismatch(with: rest + "\n") == nil)
    }

    struct Plan: CustomTestStringConvertible {
        var testDescription: String
        var text: String
        var environment: [String: String] = [:]
    }

    @Test(arguments: [
        Plan(testDescription: "defaults", text: ""),
        Plan(
            testDescription: "thirty-bases-keyless",
            text: "rates:\n"
                + (0..<30).map { index in
                    let letters = ["A", "B", "C", "D", "E", "F"]
                    return "  - base: X\(letters[index / 6])\(letters[index % 6])\n"
                }.joined()),
        Plan(
            testDescription: "quota-too-small",
            text: "poll: {interval: 1m, monthly_quota: 10000}\n",
            environment: ["EXCHANGERATE_API_KEY": "exr_live_hunter2"]),
        Plan(
            testDescription: "limits-switched-off-keyless",
            text: "poll: {interval: 10s, min_interval: 10s, requests_per_minute: 0, "
                + "requests_per_hour: 0}\nrates: [{base: USD}, {base: EUR, symbols: [CHF]}]\n"),
        // Rare requests, of which too many come together at the start.
        Plan(
            testDescription: "bursts-keyless",
            text: "poll: {interval: 2h, requests_per_minute: 20, requests_per_hour: 0}\nrates:\n"
                + ["A", "B", "C"].flatMap { first in
                    ["A", "B", "C", "D", "E"].map { "  - base: X\(first)\($0)\n" }
                }.joined()),
        Plan(
            testDescription: "chained-exporter-in-the-clear",
            text: "api: {url: \"http://rates.example:10978/\", basic_auth_file: "
                + "user-password.txt}\nrates: [{base: USD, interval: 1h}]\n"),
        Plan(
            testDescription: "freshness-and-alerts-to-look-at",
            text:
                "freshness: {ecb_dayly: 144h, liv: 1m, live_closed: 10m, LIVE: 1m, fred_daily: 90d, own: 31d, "
                + "\"a\\eb\": 1m, far: 40d}\n"
                + "alerts: {stale: {enabled: false}, rate_limited: {count: 1, of: 2}}\n"),
        Plan(
            testDescription: "receivers-and-heartbeat",
            text: """
                receivers:
                  - name: oncall
                    type: webhook
                    url: https://pager.example:8443/hunter2?token=hunter2
                    secret_file: signing-two.txt
                    headers: {X-Team: hunter2, authorization: Bearer hunter2}
                  - {name: plain, type: webhook, url: "http://u:hunter2@hooks.example/hunter2",
                     send_resolved: false, alerts: [key_rejected, stale]}
                  - {name: signed, type: webhook, url_file: url.txt, secret_file: signing.txt}
                  - name: cluster
                    type: alertmanager
                    urls: ["https://am1.example/hunter2", "http://am2.example:9093/",
                           "https://u:hunter2@am3.example/?x=hunter2"]
                  - {name: pager, type: pagerduty, routing_key_file: routing-key.txt}
                  - {name: chat, type: slack, url: "https://slack.example/hunter2"}
                heartbeat: {url: "http://hc.example/hunter2", interval: 90s}
                """),
        Plan(
            testDescription: "receivers-behind-a-proxy",
            text: "receivers:\n"
                + "  - {name: oncall, type: webhook, url: \"https://hooks.example/hunter2\"}\n"
                + "  - {name: chat, type: webhook, url: \"http://10.0.0.1:9/\", alerts: [stale]}\n",
            environment: [
                "https_proxy": "http://me:hunter2@proxy.example:3128/", "all_proxy": "socks5h://p",
                "no_proxy": ".example.org,10.1.0.0/16",
            ]),
    ])
    func `the plan is as recorded`(plan: Plan) throws {
        let folder =
            URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Fixtures/files").path + "/"
        let configuration = try Configuration.read(
            Array(plan.text.utf8), name: "exporter.yml", folder: folder,
            environment: plan.environment)
        // What is told as valid can be begun with.
        _ = try RateFetcher(
            settings: configuration.api, credential: configuration.credential,
            transport: ScriptedTransport(body: ""))
        let text = PlanText(configuration).text
        #expect(!text.contains("hunter2"))
        let golden = GoldenFile("../Golden/check-config/\(plan.testDescription).txt")
        #expect(golden.mismatch(with: text) == nil)
    }

    @Test(arguments: [
        #"api: {key_file: "a\e[2J"}"#, #"api: {ca_file: "a\e[2J"}"#,
        #"api: {basic_auth_file: "a\e[2J"}"#, #"receivers: [{name: "a\e[2J", url_file: "b\e"}]"#,
        #"rates: [{base: "\e[2J"}]"#, #"freshness: {"\e[2J": 1}"#, #""\e[2J": 1"#,
    ])
    func `an error prints no text of the file that a terminal obeys`(text: String) {
        let error = #expect(throws: ConfigurationError.self) {
            _ = try Configuration.read(
                Array(text.utf8), name: "\u{1B}[2J.yml", folder: "\u{1B}[1m/", environment: [:])
        }
        let printed = (error?.description ?? "").replacing("\n", with: "")
        #expect(printed.unicodeScalars.filter(\.isObeyedOrHidden).isEmpty)
    }

    @Test func `the plan prints no path that a terminal obeys`() throws {
        var configuration = try Configuration.read(
            [], name: "\u{1B}[2J.yml", folder: "", environment: [:])
        configuration.credential = .key(Secret("exr_live_hunter2"))
        configuration.keyOrigin = .file("\u{1B}[2J")
        let printed = PlanText(configuration).text.replacing("\n", with: "")
        #expect(printed.unicodeScalars.filter(\.isObeyedOrHidden).isEmpty)
    }

    @Test func `check-config warns of a key that cannot be hidden`() {
        let result = CheckConfig.run(
            options: Options(), environment: ["EXCHANGERATE_API_KEY": "exr_a"])
        #expect(result.exitCode == 0)
        #expect(result.output.contains("WARNING: the key has fewer than 8 characters"))
        #expect(!result.output.contains("exr_a"))
    }

    @Test func `check-config ends with 0 on the defaults`() {
        let result = CheckConfig.run(options: Options(), environment: [:])
        #expect(result.exitCode == 0)
        #expect(result.output.hasPrefix("Checking the built-in defaults\n  SUCCESS"))
        #expect(result.errors.isEmpty)
    }

    @Test func `check-config ends with 1 on a file that is not there`() {
        var options = Options()
        options.configFile = "/nowhere/exporter.yml"
        let result = CheckConfig.run(options: options, environment: [:])
        #expect(
            result
                == CommandResult(
                    errors: "/nowhere/exporter.yml: does not exist\n1 error\n", exitCode: 1))
    }

    @Test func `check-config tells all errors on standard error`() throws {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("\(UUID().uuidString).yml")
        try Data("pol: 1\nrate: 2\n".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        var options = Options()
        options.configFile = file.path
        let result = CheckConfig.run(options: options, environment: [:])
        #expect(result.output.isEmpty)
        #expect(result.errors.hasSuffix("2 errors\n"))
        #expect(result.exitCode == 1)
    }
}
