import Testing

@testable import Exporter

@Suite struct HTMLTests {
    @Test(arguments: [
        ("plain", "plain"), ("", ""), ("<b>", "&lt;b&gt;"), ("a & b", "a &amp; b"),
        ("\"'", "&quot;&#39;"), ("&lt;", "&amp;lt;"), ("é漢👩‍👩‍👧‍👦", "é漢👩‍👩‍👧‍👦"),
        ("a\u{0}\u{1B}\u{7F}\u{85}\nb", "a\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}b"),
    ])
    func `a text from outside is escaped`(_ text: String, _ escaped: String) {
        let html: HTML = "<p title=\"\(text)\">\(text)</p>"
        #expect(html.text == "<p title=\"\(escaped)\">\(escaped)</p>")
    }

    @Test func `a long text is cut`() {
        let limit = HTML.maxLength
        let whole: HTML = "\(String(repeating: "a", count: limit))"
        #expect(whole.text == String(repeating: "a", count: limit))
        let cut: HTML = "\(String(repeating: "<", count: limit + 1))"
        #expect(cut.text == String(repeating: "&lt;", count: limit) + "…")
        let longer: HTML = "\(String(repeating: "<", count: 1000), maxLength: 999)"
        #expect(longer.text == String(repeating: "&lt;", count: 999) + "…")
    }

    @Test func `markup within markup stays as it is`() {
        let inner: HTML = "<b>\("<")</b>"
        let outer: HTML = "<p>\(inner)\([inner, inner])\(3)</p>"
        #expect(outer.text == "<p><b>&lt;</b><b>&lt;</b><b>&lt;</b>3</p>")
    }
}
