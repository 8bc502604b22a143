import Foundation
import HTTP
import TestKit
import Testing

/// `test-alert`, as it is typed.
@Suite(.fewAtATime)
struct TestAlertTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `a test notification says what it is, and that nothing is wrong`() async throws {
        let receiver = try ReceiverServer()
        let process = try testAlert(
            [], to: [ReceiverConfiguration(url: receiver.url)], alerts: ["labels: {team: fx}"],
            flags: ["--web.external-url=https://fx.example/rates/"])
        #expect(await process.exitStatus() == 0, "\(process.standardError)")
        #expect(process.standardError == "")
        let page = try #require(try receiver.pages().first)
        #expect(try receiver.pages().count == 1)
        #expect(page.gist == "firing: first notification")
        #expect(!page.id.isEmpty && !page.id.contains("."))
        #expect(page.message.externalURL == "https://fx.example/rates/")
        let alert = try page.message.onlyAlert()
        #expect(
            alert.labels
                == ["alertname": "ExchangeRateTest", "severity": "critical", "team": "fx"])
        #expect(alert.annotations["summary"] == "Test of the receiver oncall, nothing is wrong")
        let host = ProcessInfo.processInfo.hostName
        #expect(alert.annotations["description"]?.contains("test-alert") == true)
        #expect(alert.annotations["description"]?.contains(" on \(host) ") == true)
        let lines = process.standardOutput.split(separator: "\n")
        #expect(lines[1].hasPrefix("oncall    webhook  \(receiver.address)  delivered: status 204"))
        #expect(lines.last == "1 of 1 receiver took the test notification.")
        // Where a daemon would have its state by default.
        #expect(!FileManager.default.fileExists(atPath: folder.path(of: "data")))
    }

    @Test func `links lead to this machine and the port of the daemon by default`() async throws {
        let receiver = try ReceiverServer()
        let process = try testAlert(
            [], to: [ReceiverConfiguration(url: receiver.url)],
            flags: ["--web.listen-address=127.0.0.1:12345"])
        #expect(await process.exitStatus() == 0)
        let page = try #require(try receiver.pages().first)
        #expect(
            page.message.externalURL == "http://\(ProcessInfo.processInfo.hostName):12345/")
    }

    /// A receiver that does not take it, and how that is told.
    struct Fault: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let behavior: ReceiverServer.Behavior
        let told: String

        init(_ name: String, _ behavior: ReceiverServer.Behavior, _ told: String) {
            testDescription = name
            self.behavior = behavior
            self.told = told
        }
    }

    private static let faults = [
        Fault("503", .answers(503), "not delivered: server, status 503: no"),
        Fault(
            "429", .answers(429, headers: "Retry-After: 30\r\n"),
            "not delivered: rate_limited, status 429: no; it asks for a wait of 30s"),
        Fault("404", .answers(404), "not delivered: client, status 404: no"),
        Fault("302", .answers(302, headers: "Location: http://127.0.0.1:9/\r\n"), "redirect"),
        Fault("slow beyond its timeout", .hangs, "not delivered: timeout: "),
        Fault("cut off", .resets, "not delivered: interrupted: "),
        Fault("garbage", .sendsGarbage, "not delivered: interrupted: "),
    ]

    @Test(arguments: faults)
    func `a receiver that does not take it ends the command with 1 and the reason`(
        fault: Fault
    ) async throws {
        let receiver = try ReceiverServer(fault.behavior)
        let process = try testAlert(
            [], to: [ReceiverConfiguration(url: receiver.url, keys: ["timeout: 1s"])])
        #expect(await process.exitStatus() == 1)
        let line = process.standardOutput.split(separator: "\n").dropFirst().first ?? ""
        #expect(line.contains("\(receiver.address)  ") && line.contains(fault.told), "\(line)")
        #expect(process.standardOutput.hasSuffix("0 of 1 receiver took the test notification.\n"))
        #expect(receiver.heads.count == 1)
    }

    @Test func `a receiver that is not there is told, and the others get theirs`() async throws {
        let receiver = try ReceiverServer()
        let nowhere = try ReservedPort()
        let process = try testAlert(
            [],
            to: [
                ReceiverConfiguration("broken", url: nowhere.url),
                ReceiverConfiguration("good", url: receiver.url),
            ])
        #expect(await process.exitStatus() == 1)
        let lines = process.standardOutput.split(separator: "\n")
        #expect(
            lines[1].hasPrefix("broken    webhook  \(nowhere.url)  not delivered: connect: "))
        #expect(lines[2].hasPrefix("good      webhook  \(receiver.address)  delivered"))
        #expect(lines.last == "1 of 2 receivers took the test notification.")
        #expect(try receiver.pages().count == 1)
    }

    @Test func `a receiver that hangs keeps no other waiting`() async throws {
        let hanging = try ReceiverServer(.hangs)
        let receiver = try ReceiverServer()
        let process = try testAlert(
            [],
            to: [
                ReceiverConfiguration("hanging", url: hanging.url, keys: ["timeout: 60s"]),
                ReceiverConfiguration("good", url: receiver.url),
            ])
        _ = try await receiver.pages(1)
        _ = try await hanging.pages(1)
        #expect(process.isRunning)
        process.signal(SIGINT)
        #expect(await process.exitStatus() == -SIGINT)
    }

    @Test func `only those that are named get it, each once`() async throws {
        let (first, second) = (try ReceiverServer(), try ReceiverServer(.answers(500)))
        let receivers = [
            ReceiverConfiguration("on call", url: first.url),
            ReceiverConfiguration("chat", url: second.url),
        ]
        let process = try testAlert(["on call", "on call"], to: receivers)
        #expect(await process.exitStatus() == 0)
        #expect(try first.pages().count == 1)
        #expect(second.heads.isEmpty)
        #expect(!process.standardOutput.contains("chat"))
    }

    @Test func `an unknown name ends it with 1 and the known ones, before anything is sent`()
        async throws
    {
        let receiver = try ReceiverServer()
        let process = try testAlert(
            ["oncall", "on-call", "\(receiver.url)/T0Kq8PathVx3"],
            to: [ReceiverConfiguration(url: receiver.url)])
        #expect(await process.exitStatus() == 1)
        #expect(
            process.standardError
                == "exchangerate-exporter: error: no receiver is named \"on-call\", "
                + "\"\(receiver.address)/…\"; configured: \"oncall\"\n")
        #expect(receiver.heads.isEmpty)
    }

    @Test func `without receivers it ends with 1 and says where they go`() async throws {
        let process = try testAlert([], to: [])
        #expect(await process.exitStatus() == 1)
        #expect(process.standardError.contains("no receiver is configured"))
        #expect(process.standardError.contains("--config.file"))
    }

    @Test func `a bad configuration ends it with 1, an unknown flag with 2`() async throws {
        let bad = try testAlert([], to: [], alerts: ["group_wiat: 1s"])
        #expect(await bad.exitStatus() == 1)
        #expect(bad.standardError.contains("group_wiat"))
        let wrong = try testAlert([], to: [], flags: ["--colour"])
        #expect(await wrong.exitStatus() == 2)
    }

    @Test func `it works beside a daemon that holds the state, which does not notice`()
        async throws
    {
        let receiver = try ReceiverServer()
        var configuration = ExporterConfiguration(api: try ReservedPort().url, interval: "5m")
        configuration.receivers = [ReceiverConfiguration(url: receiver.url)]
        let exporter = try await ExporterProcess(configuration, in: folder)
        let process = try ExporterProcess.launch(configuration, in: folder, flags: ["test-alert"])
        #expect(await process.exitStatus() == 0, "\(process.standardError)")
        #expect(try receiver.pages().count == 1)
        #expect(try await exporter.metrics().deliveryAttempts() == 0)
        #expect(try await exporter.metrics().queueLength() == 0)
        await exporter.stop()
    }

    /// A receiver of a type that has its own interface.
    struct Kind: Sendable, CustomTestStringConvertible {
        let type: String
        var keys: [String] = []
        let status: Int
        let path: String
        let told: [String]

        var testDescription: String { "\(type) answers \(status)" }
    }

    private static let kinds = [
        Kind(
            type: "alertmanager", status: 200, path: "/hook/api/v2/alerts",
            told: ["delivered: status 200", "oncall: the test alert ends there by itself"]),
        Kind(
            type: "pagerduty", keys: ["routing_key_file: key"], status: 202, path: "/hook",
            told: ["delivered: status 202", "oncall: an incident is open now", "resolve it"]),
        Kind(
            type: "pagerduty", keys: ["routing_key_file: key"], status: 400, path: "/hook",
            told: ["not delivered: client, status 400: no"]),
        // A success whose body does not say so.
        Kind(
            type: "slack", status: 200, path: "/hook",
            told: ["not delivered: refused, status 200: no"]),
    ]

    @Test(arguments: kinds)
    func `a receiver of any type gets it by its own interface, and what is left is told`(
        kind: Kind
    ) async throws {
        let receiver = try ReceiverServer(.answers(kind.status))
        try folder.write("R0UTINGkey0123456789abcdefABCDEF\n", to: "key")
        let process = try testAlert(
            [], to: [ReceiverConfiguration(type: kind.type, url: receiver.url, keys: kind.keys)])
        #expect(
            await process.exitStatus() == (kind.told[0].hasPrefix("delivered") ? 0 : 1),
            "\(process.standardError)")
        #expect(receiver.heads.map { $0.hasPrefix("POST \(kind.path) ") } == [true])
        let shown = process.standardOutput
        for text in kind.told { #expect(shown.contains(text), "\(shown)") }
        #expect(shown.contains("oncall: ") == (kind.told.count > 1))
    }

    @Test func `of a cluster every address is tried and shown, and one that takes it is enough`()
        async throws
    {
        let (up, down) = (try ReceiverServer(.answers(200)), try ReservedPort())
        let process = try testAlert(
            [],
            to: [
                ReceiverConfiguration(
                    type: "alertmanager", address: "urls: [\(down.url), \(up.url)]")
            ])
        #expect(await process.exitStatus() == 0, "\(process.standardError)")
        let lines = process.standardOutput.split(separator: "\n")
        #expect(lines[1].contains("\(down.url)  not delivered: connect: "))
        #expect(lines[2].contains("\(up.address)  delivered: status 200"))
        #expect(lines.last == "1 of 1 receiver took the test notification.")
    }

    @Test(arguments: [200, 500])
    func `nothing of a secret is shown, whatever a receiver sends back`(
        status: Int
    ) async throws {
        let receiver = try ReceiverServer(.echoes(status))
        let secrets = ["T0Kq8PathVx3", "wZ5QueryRm7", "uNs4UserLd6", "pQ9PassKt2"]
        let authority = receiver.address.dropFirst("http://".count)
        let url =
            "http://\(secrets[2]):\(secrets[3])@\(authority)/services/\(secrets[0])"
            + "?token=\(secrets[1])"
        let process = try testAlert([], to: [ReceiverConfiguration(url: url)])
        #expect(await process.exitStatus() == (status == 200 ? 0 : 1))
        let shown = process.standardOutput + process.standardError
        #expect(receiver.heads.first?.contains(secrets[0]) == true)
        #expect(shown.contains("status \(status): POST <redacted> HTTP/1.1"), "\(shown)")
        let userAndPassword = Data("\(secrets[2]):\(secrets[3])".utf8).base64EncodedString()
        for secret in secrets + [userAndPassword] {
            #expect(!shown.contains(secret.prefix(8)), "\(shown)")
        }
    }

    /// Runs it with a configuration of these receivers.
    private func testAlert(
        _ names: [String], to receivers: [ReceiverConfiguration], alerts: [String] = [],
        flags: [String] = []
    ) throws -> ChildProcess {
        var configuration = ExporterConfiguration(api: "http://127.0.0.1:9")
        configuration.alerts = alerts
        configuration.receivers = receivers
        let file = try folder.write(configuration.yaml, to: "exporter.yml")
        return try ExporterProcess.run(
            ["test-alert", "--config.file=\(file)"] + flags + names, in: folder)
    }
}
