import Serving
import Testing

@Suite struct EntityTagTests {
    @Test(
        arguments: [
            (nil, false),
            ("", false),
            ("*", true),
            (" * ", true),
            ("*, \"a\"", false),
            ("\"*\"", false),
            ("W/\"tag,1\"", true),
            ("\"tag,1\"", true),
            ("w/\"tag,1\"", false),
            ("W/ \"tag,1\"", false),
            ("tag,1", false),
            ("\"tag\",\"1\"", false),
            ("\"TAG,1\"", false),
            ("\"tag,1", false),
            ("\"tag,1\"\"", false),
            ("\"\"", false),
            ("\"a\", W/\"tag,1\"", true),
            ("W/\"tag,1\", \"b\"", true),
            (",, \"a\" ,\t, W/\"tag,1\" ,", true),
            ("\"a\" \"tag,1\"", false),
            ("\"tag,1\", b", false),
            ("\"a b\", \"tag,1\"", false),
            ("\"\u{E9}\", \"tag,1\"", true),
            (String(repeating: "\"a\",", count: 3000) + "\"tag,1\"", true),
            (String(repeating: "\"", count: 12_001), false),
        ] as [(String?, Bool)])
    func `a tag is found in a list by weak comparison`(_ value: String?, _ isNamed: Bool) {
        #expect(EntityTag("tag,1").isNamed(inIfNoneMatch: value) == isNamed)
    }

    @Test func `the header's value is weak`() {
        #expect(EntityTag("0123abc").text == "W/\"0123abc\"")
    }
}
