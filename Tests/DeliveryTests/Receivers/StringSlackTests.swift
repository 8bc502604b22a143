import Testing

@testable import Delivery

struct StringSlackTests {
    @Test(arguments: [
        ("plain: 1.5 %", "plain: 1.5 %"),
        ("a < b & c > d", "a &lt; b &amp; c &gt; d"),
        ("&lt;!here&gt;", "&amp;lt;!here&amp;gt;"),
        (
            "<!channel> <@U024BE7LH> <https://evil.example|log in>",
            "&lt;!channel&gt; &lt;@\u{200B}U024BE7LH&gt; &lt;https://evil.example|log in&gt;"
        ),
        ("@here @channel @everyone", "@\u{200B}here @\u{200B}channel @\u{200B}everyone"),
        ("*b* ~s~ `c` ```\nd", "\u{2217}b\u{2217} \u{223C}s\u{223C} 'c' ''' d"),
        ("ecb_daily", "ecb_daily"),
        ("a\u{0}b\u{85}c\u{2028}d\u{2029}e\u{7F}f", "a b c d e f"),
        ("\u{202E}abc\u{2066}d\u{200F}", "abcd"),
        ("👩‍👩‍👧‍👦 汇率 e\u{301}", "👩‍👩‍👧‍👦 汇率 e\u{301}"),
    ])
    func `a text from outside formats nothing and calls nobody`(text: String, shown: String) {
        #expect(
            Array(text.slackText(toBytes: 1000).unicodeScalars) == Array(shown.unicodeScalars))
    }

    @Test(arguments: [
        ("exactly 10", 10, "exactly 10"), ("just over 10", 10, "just ov…"),
        ("&&&", 15, "&amp;&amp;&amp;"), ("&&&&", 15, "&amp;&amp;…"), ("<&", 8, "&lt;…"),
        ("🇩🇪🇫🇷", 13, "🇩🇪…"), ("👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦", 60, "👩‍👩‍👧‍👦👩‍👩‍👧‍👦…"),
    ])
    func `a text is cut between two characters, and no entity is halved`(
        text: String, limit: Int, cut: String
    ) {
        #expect(text.slackText(toBytes: limit) == cut)
        #expect(text.slackText(toBytes: limit).utf8.count <= limit)
    }
}
