import ConfigTree
import Domain
import Testing

@testable import Delivery

struct AddressReaderTests {
    private func read(_ text: String, files: [String: String] = [:]) -> SettingsReading<[String]> {
        SettingsReading(text, files: files) { map, files in
            AddressReader(map: map, files: files, takesBase: true).urls().map {
                $0.secret.reveal()
            }
        }
    }

    @Test(arguments: [
        ("urls: [https://a.b/x, 'http://c.d:9093/']", ["https://a.b/x", "http://c.d:9093/"]),
        ("urls: [https://a.b]", ["https://a.b"]),
        ("url: https://a.b/x", ["https://a.b/x"]),
        ("url_file: file", ["https://file.b/x"]),
        ("urls:\nurl: https://a.b/x", ["https://a.b/x"]),
    ])
    func `a cluster is named by all its members, or by one`(text: String, urls: [String]) {
        let reading = read(text, files: ["/etc/fx/file": "https://file.b/x"])
        #expect(reading.problems == [])
        #expect(reading.value == urls)
    }

    @Test(arguments: [
        (
            "{}",
            "1:1: url: missing; needed is an https:// or http:// URL, or url_file, or urls"
        ),
        (
            "urls: []",
            "1:7: urls: found an empty list; name at least one URL"
        ),
        (
            "urls: https://a.b/hunter2",
            "1:7: urls: found a value that is not shown; allowed is a list of URLs, "
                + "such as [https://am1.example, https://am2.example]"
        ),
        (
            "urls: [https://a.b/hunter2, https://c.d/, https://a.b/hunter2/]",
            "1:43: urls[2]: https://a.b/… is given twice; remove one"
        ),
        (
            "urls: [https://a.b/, a.b/hunter2]",
            "1:22: urls[1]: found <redacted>; allowed is an https:// or http:// URL"
        ),
        (
            "urls: [https://a.b/, {hunter2: x}]",
            "1:22: urls[1]: found a map; allowed is an https:// or http:// URL"
        ),
        (
            "{urls: [https://a.b/hunter2], url: https://a.b/hunter2}",
            "1:8: urls: not together with url; remove one of the two"
        ),
        (
            "{urls: [https://a.b/hunter2], url_file: file}",
            "1:8: urls: not together with url_file; remove one of the two"
        ),
        (
            "{urls: [https://a.b/hunter2], url_file: file, url: https://a.b/hunter2}",
            "1:8: urls: not together with url and url_file; keep one of the three"
        ),
        (
            "url: https://a.b/hunter2/api/v2/alerts/?x=y",
            "1:6: url: found https://a.b/…; the path /api/v2/alerts is added to it; "
                + "remove that part"
        ),
        (
            "url_file: file",
            "1:11: url_file: file holds no URL that can be used; the path /api/v2/alerts is "
                + "added to it; remove that part"
        ),
    ])
    func `what is wrong is told with its cure, and without the URL`(text: String, problem: String) {
        let reading = read(text, files: ["/etc/fx/file": "https://hunter2.b/api/v2/alerts"])
        #expect(reading.problems == [problem])
        #expect(!reading.report.contains("hunter2"))
    }
}
