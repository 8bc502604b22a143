import ConfigTree
import Testing

@testable import Delivery

struct HeartbeatSettingsReadingTests {
    private func read(_ text: String) -> SettingsReading<HeartbeatSettings?> {
        SettingsReading(text, files: ["/etc/fx/file": "https://hc.example/hunter2"]) {
            root, files in
            HeartbeatSettings.heartbeat(reading: root, folder: files.folder, files: files.files)
        }
    }

    @Test(arguments: ["", "heartbeat:", "heartbeat: null"])
    func `no heartbeat is needed`(text: String) {
        let reading = read(text)
        #expect(reading.problems == [])
        #expect(reading.value == nil)
    }

    @Test(arguments: [
        ("heartbeat: {url: https://hc.example/hunter2}", 60),
        ("heartbeat: {url_file: file, interval: 1s}", 1),
        ("heartbeat: {url_file: file, interval: 24h}", 86_400),
    ])
    func `a heartbeat is a URL and an interval`(text: String, seconds: Int) throws {
        let reading = read(text)
        #expect(reading.problems == [])
        let expected = HeartbeatSettings(
            url: try ReceiverURL("https://hc.example/hunter2"), interval: .seconds(seconds))
        #expect(reading.value == expected)
        #expect(reading.value?.warning == nil)
    }

    @Test func `a URL in the clear is warned of`() {
        #expect(
            read("heartbeat: {url: http://hc.example/hunter2}").value?.warning
                == "heartbeat: what is secret in its URL goes over http:// in the clear")
    }

    @Test(arguments: [
        (
            "{interval: 1m}",
            "1:12: heartbeat.url: missing; needed is an https:// or http:// URL, or url_file"
        ),
        (
            "{url: https://h/hunter2, url_file: file}",
            "1:47: heartbeat.url_file: not together with url; remove one of the two"
        ),
        (
            "{url: hunter2}",
            "1:18: heartbeat.url: found <redacted>; allowed is an https:// or http:// URL"
        ),
        (
            "{url: https://h/hunter2, interval: 500ms}",
            "1:47: heartbeat.interval: found 500ms; allowed is a duration from 1s to 1d"
        ),
        (
            "{url: https://h/hunter2, interval: 25h}",
            "1:47: heartbeat.interval: found 25h; allowed is a duration from 1s to 1d"
        ),
        (
            "{url: https://h/hunter2, timeout: 1s}",
            "1:37: heartbeat.timeout: unknown key; allowed here: url, url_file, interval"
        ),
        (
            "https://h/hunter2",
            "1:12: heartbeat: found a value that is not shown; "
                + "allowed is a map with url and interval"
        ),
    ])
    func `what is wrong is told with its cure, and without the URL`(text: String, problem: String) {
        let reading = read("heartbeat: \(text)")
        #expect(reading.problems == [problem])
        #expect(!reading.report.contains("hunter2"))
    }
}
