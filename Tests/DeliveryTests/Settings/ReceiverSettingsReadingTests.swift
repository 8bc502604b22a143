import ConfigTree
import Domain
import Testing

@testable import Delivery

struct ReceiverSettingsReadingTests {
    private static let secret = "hunter2"

    private static let types = ReceiverType.allCases.map(\.rawValue).joined(separator: ", ")

    private func read(
        _ text: String, files: [String: String] = [:]
    ) -> (receivers: [ReceiverSettings], report: String, problems: [String]) {
        let reading = SettingsReading(receivers: text, files: files)
        return (reading.value, reading.report, reading.problems)
    }

    @Test(arguments: ["", "receivers:", "receivers: []"])
    func `no receivers are needed`(text: String) {
        let (receivers, _, problems) = read(text)
        #expect(receivers == [])
        #expect(problems == [])
    }

    @Test func `nothing more than name, type and URL is needed`() throws {
        let (receivers, _, problems) = read(
            "receivers: [{name: oncall, type: webhook, url: https://hooks.example/x}]")
        let url = try ReceiverURL("https://hooks.example/x")
        let expected = ReceiverSettings(
            name: "oncall", type: .webhook, url: url, timeout: .seconds(10), sendsResolved: true,
            alerts: [.stale, .symbolStale, .limited, .keyRejected], caFile: nil)
        #expect(receivers == [expected])
        #expect(problems == [])
    }

    @Test func `every key is read`() throws {
        let (receivers, _, problems) = read(
            """
            receivers:
              - name: on call
                type: webhook
                url_file: url.txt
                timeout: 1s
                send_resolved: false
                alerts: [symbol_stale, rate_limited]
                ca_file: /ca.pem
              - {name: b, type: webhook, url: "http://127.0.0.1:9/", timeout: 60s}
            """,
            files: ["/etc/fx/url.txt": "https://hooks.example/\(Self.secret)", "/ca.pem": "x"])
        let expected = [
            ReceiverSettings(
                name: "on call", type: .webhook,
                url: try ReceiverURL("https://hooks.example/\(Self.secret)"),
                timeout: .seconds(1), sendsResolved: false, alerts: [.symbolStale, .limited],
                caFile: "/ca.pem"),
            ReceiverSettings(
                name: "b", type: .webhook, url: try ReceiverURL("http://127.0.0.1:9/"),
                timeout: .seconds(60)),
        ]
        #expect(receivers == expected)
        #expect(problems == [])
    }

    @Test func `a URL in the clear is warned of`() {
        let (receivers, _, _) = read(
            "receivers: [{name: a, type: webhook, url: http://hooks.example/\(Self.secret)}, "
                + "{name: b, type: webhook, url: https://hooks.example/}]")
        #expect(
            receivers.map(\.warning) == [
                "receiver a: alerts, and what is secret in its URL, go over http:// in the clear",
                nil,
            ])
    }

    private static let files = [
        "/etc/fx/blank": "", "/etc/fx/word": secret, "/etc/fx/fragment": "https://a.b/#\(secret)",
        "/etc/fx/ftp": "ftp://a.b/\(secret)",
    ]

    @Test(arguments: [
        (
            "{type: webhook, url: https://a.b/hunter2}",
            "1:13: receivers[0].name: missing; needed is a name of at most 64 characters "
                + "that no other receiver has"
        ),
        (
            "{name: https://a.b/hunter2, type: webhook, url: https://a.b/}",
            "1:20: receivers[0].name: found https://a.b/…; allowed is "
                + "a name of at most 64 characters, and no URL"
        ),
        (
            "{name: a, url: https://a.b/hunter2}",
            "1:13: receivers[0].type: missing; allowed is \(types)"
        ),
        (
            "{name: a, type: mail, url: https://a.b/hunter2}",
            "1:29: receivers[0].type: found mail; allowed is \(types)"
        ),
        (
            "{name: a, type: webhook}",
            "1:13: receivers[0].url: missing; needed is an https:// or http:// URL, or url_file"
        ),
        (
            "{name: a, type: webhook, url: https://a.b/hunter2, url_file: word}",
            "1:74: receivers[0].url_file: not together with url; remove one of the two"
        ),
        (
            "{name: a, type: webhook, url: a.b/hunter2, url_file: word}",
            "1:66: receivers[0].url_file: not together with url; remove one of the two"
        ),
        (
            "{name: a, type: webhook, url: a.b/hunter2}",
            "1:43: receivers[0].url: found <redacted>; allowed is an https:// or http:// URL"
        ),
        (
            "{name: a, type: webhook, url: ftp://a.b/hunter2}",
            "1:43: receivers[0].url: found ftp://a.b/…; allowed is an https:// or http:// URL"
        ),
        (
            "{name: a, type: webhook, url: 'https://a.b/#hunter2'}",
            "1:43: receivers[0].url: found https://a.b/…; a part after # is never sent; "
                + "remove it, or write # as %23"
        ),
        (
            "{name: a, type: webhook, url: https://a.b:99999/hunter2}",
            "1:43: receivers[0].url: found https://a.b:99999/…; allowed as a port is 1 to 65535"
        ),
        (
            "{name: a, type: webhook, url_file: missing}",
            "1:48: receivers[0].url_file: missing does not exist"
        ),
        (
            "{name: a, type: webhook, url_file: https://a.b/hunter2}",
            "1:48: receivers[0].url_file: found a URL; write it to a file, and its path here"
        ),
        (
            "{name: a, type: webhook, url_file: blank}",
            "1:48: receivers[0].url_file: blank is blank; write the URL into it"
        ),
        (
            "{name: a, type: webhook, url_file: word}",
            "1:48: receivers[0].url_file: word holds no URL that can be used; "
                + "allowed is an https:// or http:// URL"
        ),
        (
            "{name: a, type: webhook, url_file: ftp}",
            "1:48: receivers[0].url_file: ftp holds no URL that can be used; "
                + "allowed is an https:// or http:// URL"
        ),
        (
            "{name: a, type: webhook, url_file: fragment}",
            "1:48: receivers[0].url_file: fragment holds no URL that can be used; "
                + "a part after # is never sent; remove it, or write # as %23"
        ),
        (
            "{name: a, type: webhook, url: https://a.b/hunter2, ca_file: none.pem}",
            "1:73: receivers[0].ca_file: none.pem does not exist"
        ),
        (
            "{name: a, type: webhook, url: https://a.b/hunter2, timeout: 500ms}",
            "1:73: receivers[0].timeout: found 500ms; allowed is a duration from 1s to 1m"
        ),
        (
            "{name: a, type: webhook, url: https://a.b/hunter2, timeout: 61s}",
            "1:73: receivers[0].timeout: found 61s; allowed is a duration from 1s to 1m"
        ),
        (
            "{name: a, type: webhook, url: https://a.b/hunter2, send_resolved: maybe}",
            "1:79: receivers[0].send_resolved: found maybe; allowed is true or false"
        ),
        (
            "{name: a, type: webhook, url: https://a.b/hunter2, alerts: []}",
            "1:72: receivers[0].alerts: found an empty list; name at least one alert, "
                + "or leave the key out"
        ),
        (
            "{name: a, type: webhook, url: https://a.b/hunter2, alerts: [stale, limited]}",
            "1:80: receivers[0].alerts[1]: found limited; allowed is "
                + "one of stale, symbol_stale, rate_limited, key_rejected"
        ),
        (
            "{name: a, type: webhook, url: https://a.b/hunter2, alerts: [stale, stale]}",
            "1:80: receivers[0].alerts[1]: stale is given twice; remove one"
        ),
        (
            "{name: a, type: webhook, url: https://a.b/hunter2, urls: [https://c.d/hunter2]}",
            "1:64: receivers[0].urls: urls is for type alertmanager; remove it"
        ),
        (
            "{name: a, type: webhook, urls: [https://c.d/hunter2], url: https://a.b/hunter2}",
            "1:38: receivers[0].urls: urls is for type alertmanager; remove it"
        ),
        (
            "{name: a, type: webhook, url: https://a.b/hunter2, routing_key_file: hunter2}",
            "1:64: receivers[0].routing_key_file: routing_key_file is for type pagerduty; "
                + "remove it"
        ),
        (
            "{name: a, type: webhook, url: https://a.b/hunter2, secret_file: missing}",
            "1:77: receivers[0].secret_file: missing does not exist"
        ),
        (
            "{name: a, type: webhook, url: https://a.b/hunter2, headers: {Host: hunter2}}",
            "1:74: receivers[0].headers.Host: is set by the exporter itself; remove it"
        ),
        (
            "{name: a, type: mail, headers: {A: hunter2}, urls: [https://a.b/hunter2]}",
            "1:29: receivers[0].type: found mail; allowed is \(types)"
        ),
        (
            "{name: a, type: webhook, url: https://a.b/hunter2, urll: https://a.b/hunter2}",
            "1:64: receivers[0].urll: unknown key; did you mean url?"
        ),
        (
            "{name: a, type: webhook, url: https://a.b/}, "
                + "{name: a, type: webhook, url: https://a.b/hunter2}",
            "1:65: receivers[1].name: a is given twice; rename one"
        ),
        (
            "https://a.b/hunter2",
            "1:13: receivers[0]: found a value that is not shown; "
                + "allowed is a map of keys"
        ),
    ])
    func `what is wrong is told with its cure, and without the URL`(
        item: String, problem: String
    ) {
        let (_, report, problems) = read("receivers: [\(item)]", files: Self.files)
        #expect(problems == [problem])
        #expect(!report.contains(Self.secret))
    }

    @Test func `every error of every receiver is reported`() {
        let (receivers, _, problems) = read(
            """
            receivers:
              - {name: a, timeout: 0s}
              - {type: webhook, url: https://a.b/x, alerts: [none]}
              - {name: c, type: webhook, url: https://a.b/x}
            """)
        #expect(receivers.map(\.name) == ["c"])
        #expect(problems.count == 4)
    }
}
