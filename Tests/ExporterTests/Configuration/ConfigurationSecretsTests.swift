import Domain
import Foundation
import Testing

@testable import Exporter

/// What the configuration makes secret is scrubbed from every text, whoever quotes it.
struct ConfigurationSecretsTests {
    private static let text = """
        api: {key_file: key.txt}
        receivers:
          - name: oncall
            type: webhook
            url: "http://user-hunter2:pass-hunter2@a.example/path-hunter2?query=hunter2"
            secret_file: signing-two.txt
            headers: {Authorization: Bearer header-hunter2, X-Team: fx}
          - {name: bare, type: webhook, url: "https://b.example:8443/"}
          - {name: am, type: alertmanager, urls: ["https://d.example/am?k=hunter2", "http://e.example/"]}
          - {name: pager, type: pagerduty, routing_key_file: routing-key.txt}
        heartbeat: {url: "https://c.example/beat-hunter2"}
        """

    private static let folder =
        URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Fixtures/files").path + "/"

    private func scrubber() throws -> SecretScrubber {
        let configuration = try Configuration.read(
            Array(Self.text.utf8), name: "exporter.yml", folder: Self.folder, environment: [:])
        let scrubber = SecretScrubber()
        for secret in configuration.secrets { scrubber.register(secret) }
        return scrubber
    }

    @Test(arguments: [
        ("key exr_live_hunter2 refused", "key <redacted> refused"),
        (
            "to http://user-hunter2:pass-hunter2@a.example/path-hunter2?query=hunter2 failed",
            "to <redacted> failed"
        ),
        ("POST /path-hunter2?query=hunter2", "POST <redacted>"),
        ("no /path-hunter2 here", "no <redacted> here"),
        ("user user-hunter2, pass-hunter2", "user <redacted>, <redacted>"),
        ("Authorization: Bearer header-hunter2", "Authorization: <redacted>"),
        ("signed by whsec_aHVudGVyMi1odW50ZXIyLWh1bnRlcjIt", "signed by <redacted>"),
        ("signed by aHVudGVyMi1odW50ZXIyLWh1bnRlcjIt", "signed by <redacted>"),
        ("POST https://d.example/am/api/v2/alerts?k=hunter2", "POST <redacted>"),
        ("no such key: hunter2hunter2hunter2hunter2hunt", "no such key: <redacted>"),
        ("pinged https://c.example/beat-hunter2", "pinged <redacted>"),
        ("GET /beat-hunter2", "GET <redacted>"),
    ])
    func `every secret is known to the log`(text: String, scrubbed: String) throws {
        #expect(try scrubber().scrub(text) == scrubbed)
    }

    @Test(arguments: [
        "http://a.example", "https://b.example:8443/", "GET / oncall",
        "https://events.pagerduty.com/v2/enqueue", "/-/healthy",
        "http://e.example/api/v2/alerts",
    ])
    func `addresses, and what no secret is, stay`(text: String) throws {
        #expect(try scrubber().scrub(text) == text)
    }
}
