import Testing

@testable import Delivery

struct StringCuttingTests {
    @Test(arguments: [
        ("short", 10, "short"),
        ("exactly 10", 10, "exactly 10"),
        ("just over 10", 10, "just ov…"),
        ("ÄÖÜÄÖÜ", 10, "ÄÖÜ…"),
        ("🇩🇪🇫🇷", 13, "🇩🇪…"),
        ("👩‍👩‍👧‍👦👩‍👩‍👧‍👦", 40, "👩‍👩‍👧‍👦…"),
        ("e\u{301}\u{302}e\u{301}\u{302}e\u{301}\u{302}", 14, "e\u{301}\u{302}e\u{301}\u{302}…"),
        ("e\u{301}\u{302}\u{303}\u{304}", 6, "e\u{301}…"),
    ])
    func `a text is cut between two characters`(text: String, limit: Int, cut: String) {
        #expect(Array(text.cut(toBytes: limit).unicodeScalars) == Array(cut.unicodeScalars))
        #expect(text.cut(toBytes: limit).utf8.count <= limit)
    }
}
