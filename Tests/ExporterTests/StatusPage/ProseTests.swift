import Testing

@testable import Exporter

struct ProseTests {
    @Test(arguments: [
        ("", ""), ("a <b>", "a &lt;b&gt;"),
        ("see `check-config` for it", "see <code><bdi>check-config</bdi></code> for it"),
        ("`<a>` and `b`", "<code><bdi>&lt;a&gt;</bdi></code> and <code><bdi>b</bdi></code>"),
        ("one ` alone", "one ` alone"),
        (
            "of 2026-06-16T14:02:00.250Z; due 14:02:01.9Z.",
            "of 2026-06-16T14:02:00Z; due 14:02:01Z."
        ),
        ("14:02:00.Z 14:02:00.5 1.5Z", "14:02:00.Z 14:02:00.5 1.5Z"),
    ])
    func `code is code, and times have whole seconds`(text: String, html: String) {
        #expect(Prose(text: text, maxLength: 100).html.text == "<bdi>\(html)</bdi>")
    }

    @Test(arguments: [
        ("abcdef", 3, "abc…"), ("abc", 3, "abc"), ("a`bcd`e", 3, "a`b…"),
        ("a`b`cde", 4, "a<code><bdi>b</bdi></code>…"), ("14:02:00.5Z", 9, "14:02:00Z"),
    ])
    func `a long text is cut`(text: String, maxLength: Int, html: String) {
        #expect(Prose(text: text, maxLength: maxLength).html.text == "<bdi>\(html)</bdi>")
    }
}
