import Foundation
import TestKit
import Testing

/// The sub-command `rehearse`, as it is typed.
@Suite(.fewAtATime)
struct RehearseTests {
    private static let days = ["--from=2025-12-22", "--to=2025-12-24"]

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        // No file of a secret is there, as on a laptop.
        try folder.write(
            """
            api: {key_file: api-key}
            poll: {monthly_quota: 10000}
            rates: [{base: USD, symbols: [EUR, IDR]}, {base: CHF, symbols: [EUR], interval: 1h}]
            alerts: {labels: {team: fx}}
            receivers:
              - {name: oncall, type: pagerduty, routing_key_file: pager-key}
              - {name: chat, type: slack, url_file: chat-url, alerts: [stale, rate_limited]}
              - name: hook
                type: webhook
                url: http://hook.example/SECRET
                secret_file: hook-key
                ca_file: ca.pem
            heartbeat: {url_file: heartbeat-url}
            """, to: "exporter.yml")
    }

    private func rehearse(_ arguments: [String]) throws -> ChildProcess {
        try ExporterProcess.run(
            ["rehearse", "--config.file=exporter.yml"] + arguments, in: folder)
    }

    @Test func `it prints requests, what was told to whom, and what came of incidents`()
        async throws
    {
        let process = try rehearse(
            Self.days + [
                "--incident", "freeze 2025-12-23T10:00Z 3h USD",
                "--incident", "receiver down 2025-12-23T10:00Z 30m oncall",
                "--incident=limit 2025-12-24T06:00Z 1h",
            ])
        #expect(await process.exitStatus() == 0)
        let mismatch = GoldenFile("Golden/rehearse.txt").mismatch(
            with: process.standardOutput + "---\n" + process.standardError)
        #expect(mismatch == nil, "\(mismatch ?? "")")
        for secret in ["SECRET", "whsec_", "0000000000"] {
            #expect(!process.standardOutput.contains(secret))
        }
    }

    struct Document: Decodable {
        struct FiredAlert: Decodable {
            let alertname: String
            let labels: [String: String]
            let startsAt: Date
            let endsAt: Date?
        }
        struct Delivery: Decodable {
            struct ToldAlert: Decodable {
                let alertname: String
                let annotations: [String: String]
            }
            let at: Date
            let receiver: String
            let status: String
            let alerts: [ToldAlert]
        }
        struct Outcome: Decodable {
            let what: String
            let from: Date
            let to: Date
            let pagedAfter: Double?

            enum CodingKeys: String, CodingKey {
                case what, from, to
                case pagedAfter = "paged_after_seconds"
            }
        }
        let requests: [String: Int]
        let alerts: [FiredAlert]
        let notifications: [Delivery]
        let incidents: [Outcome]
        let falsePages: Int

        enum CodingKeys: String, CodingKey {
            case requests, alerts, notifications, incidents
            case falsePages = "false_pages"
        }
    }

    @Test func `it prints the same as JSON, with null where no page came`() async throws {
        let process = try rehearse(
            Self.days + [
                "--output=json", "--incident", "down 2025-12-23T10:00Z 3h",
                "--incident", "down 2025-12-24T10:00Z 5m",
            ])
        #expect(await process.exitStatus() == 0)
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        let document = try decoder.decode(Document.self, from: Data(process.standardOutput.utf8))
        #expect(document.requests.keys.sorted() == ["2025-12"])
        #expect(document.requests["2025-12"].map { 900...1000 ~= $0 } == true)
        #expect(
            document.alerts.map { "\($0.alertname) \($0.labels["base"] ?? "")" } == [
                "ExchangeRateStale CHF", "ExchangeRateStale USD",
            ])
        #expect(document.alerts.allSatisfy { $0.labels["team"] == "fx" && $0.endsAt != nil })
        #expect(Set(document.notifications.map(\.receiver)) == ["oncall", "chat", "hook"])
        #expect(Set(document.notifications.map(\.status)) == ["firing", "resolved"])
        #expect(
            document.notifications.allSatisfy { told in
                told.alerts.allSatisfy { $0.annotations["summary"]?.isEmpty == false }
            })
        #expect(document.incidents.map(\.what) == ["down", "down"])
        // CHF was asked an hour before, and is due after that and 15 min.
        #expect(document.incidents.first?.pagedAfter.map { 905...920 ~= $0 } == true)
        #expect(document.incidents.last?.pagedAfter == nil)
        #expect(process.standardOutput.contains("\"paged_after_seconds\" : null"))
        #expect(document.falsePages == 0)
    }

    @Test func `nothing is left behind, and the same is printed each time`() async throws {
        let before = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        var printed: Set<String> = []
        for _ in 1...2 {
            let process = try rehearse(Self.days + ["--incident=quota 2025-12-23T10:00Z 3h"])
            #expect(await process.exitStatus() == 0)
            printed.insert(process.standardOutput)
        }
        #expect(printed.count == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == before)
    }

    @Test func `pages without an incident end it with 1`() async throws {
        try folder.write(
            """
            poll: {interval: 10s, min_interval: 1s, requests_per_minute: 0, requests_per_hour: 0}
            receivers: [{name: hook, type: webhook, url: "https://hook.example"}]
            """, to: "greedy.yml")
        let process = try ExporterProcess.run(
            ["rehearse", "--config.file=greedy.yml", "--from=2025-12-22", "--to=2025-12-22"],
            in: folder)
        #expect(await process.exitStatus() == 1)
        #expect(process.standardOutput.contains("FALSE PAGE"))
        #expect(process.standardOutput.contains("\nBAD: "))
    }

    @Test func `an incident that nobody is told of ends it with 1`() async throws {
        try folder.write(
            """
            alerts: {give_up_after: 1m}
            receivers: [{name: hook, type: webhook, url: "https://hook.example"}]
            """, to: "hasty.yml")
        let process = try ExporterProcess.run(
            [
                "rehearse", "--config.file=hasty.yml", "--from=2025-12-22", "--to=2025-12-23",
                "--incident=freeze 2025-12-22T10:00Z 1h",
                "--incident=receiver down 2025-12-22T09:00Z 6h hook",
            ], in: folder)
        #expect(await process.exitStatus() == 1)
        #expect(process.standardOutput.contains("missed"), "\(process.standardOutput)")
        #expect(process.standardOutput.contains("Given up: ExchangeRateStale to hook"))
    }

    @Test func `a bad configuration ends it with 1, and its errors`() async throws {
        try folder.write("poll: {interval: 0s}\n", to: "bad.yml")
        let process = try ExporterProcess.run(
            ["rehearse", "--config.file=bad.yml"] + Self.days, in: folder)
        #expect(await process.exitStatus() == 1)
        #expect(process.standardOutput == "")
        #expect(process.standardError.contains("bad.yml:1:18"), "\(process.standardError)")
    }

    @Test(arguments: [
        ([], "rehearse needs --from and --to, days within 2025-01-03 to 2026-10-30"),
        (["--from=2025-12-22"], "rehearse needs --from and --to"),
        (["--from=yesterday", "--to=2025-12-22"], "--from: found \"yesterday\"; allowed is a day"),
        (
            ["--from=2025-12-22", "--to=2025-12-21"],
            "the last day, 2025-12-21, is before the first"
        ),
        (["--from=2024-12-22", "--to=2025-12-21"], "which cover 2025-01-03 to 2026-10-30"),
        (days + ["--incident=flood"], "--incident: \"flood\": \"flood\" is no incident"),
        (days + ["--incident=freeze 2025-12-23T10:00Z 3h JPY"], "JPY is no base of"),
        (days + ["--incident=receiver down 2025-12-23 3h nobody"], "no receiver is named"),
        (
            days + [
                "--incident=receiver down 2025-12-23 3h exr_\(String(repeating: "0", count: 40))"
            ],
            "incident \"receiver down receiver=<redacted>\": no receiver is named"
        ),
        (
            days + ["--incident=receiver down 2024-12-23 3h https://x.example/path"],
            "receiver=https://x.example/…\": 2024-12-23T00:00:00Z is not within"
        ),
        (days + ["--incident=freeze 2026-12-23T10:00Z 3h"], "is not within 2025-12-22 to"),
        (days + ["--output=yaml"], "--output: found \"yaml\"; allowed is one of table, json"),
        (days + ["--feed=hourly"], "--feed: found \"hourly\"; allowed is one of live, ecb_daily"),
        (days + ["USD"], "unexpected argument \"USD\""),
    ])
    func `wrong usage ends it with 2, and what is allowed`(
        arguments: [String], problem: String
    ) async throws {
        let process = try rehearse(arguments)
        #expect(await process.exitStatus() == 2)
        #expect(process.standardOutput == "")
        #expect(process.standardError.contains(problem), "\(process.standardError)")
    }
}
