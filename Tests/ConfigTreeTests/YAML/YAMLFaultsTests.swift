import ConfigTree
import Testing

struct YAMLFaultsTests {
    @Test(arguments: [
        ("a: 1\na: 2", "f:2:1: a: given twice; the first is on line 1; remove one"),
        ("{a: 1, \"a\": 2}", "f:1:8: a: given twice; the first is on line 1; remove one"),
        ("a: &x 1", "f:1:4: found an anchor; write the value where it is needed"),
        ("a: *x", "f:1:4: found an alias; write the value itself"),
        ("a: !!str 1", "f:1:4: found a tag; remove it"),
        ("a: !<tag:x> [1]", "f:1:4: found a tag; remove it"),
        ("[a]: 1", "f:1:1: a key must be a word; found a list or a map"),
        ("a: 1\n---\nb: 2", "f:2:1: a second document begins here; a file holds one"),
        ("a:\n\tb: 1", "f:2:1: found a tab; indent with spaces"),
        ("a: 'x", "f:1:4: the quote that opens here is not closed"),
        (
            "a: b: c",
            "f:1:5: a ':' cannot stand here; check the indentation and the line before, "
                + "or put the value in quotes"
        ),
        ("a: @x", "f:1:4: a value cannot begin with this character; put it in quotes"),
        (
            "a: [1, 2\nb: 3",
            "f:1:4: the '[' that opens here is not closed: expected ',' or ']' on line 2"
        ),
        (
            "a: \"\\d\"",
            "f:1:5: in double quotes a '\\' begins an escape; write '\\\\', or use single quotes"
        ),
        ("a: - b", "f:1:4: a '- ' cannot stand here; begin the list on its own line"),
        ("a: 1\n  b: 2", "f:2:4: a ':' cannot stand here; "),
        ("a:\n  - 1\n b: 2", "f:3:2: expected a key here; check the indentation"),
        ("a: 1\nb", "f:2:1: a key needs a ':' and a blank after it"),
        ("[]", "f:1:1: found a list; allowed is a map of keys"),
        ("just words", "f:1:1: found a value that is not shown; allowed is a map of keys"),
        ("%YAML 9.9\n---\na: 1", "f:1:1: not valid YAML: found incompatible YAML document"),
    ])
    func `a fault of YAML is named with its place`(text: String, message: String) {
        let found = problems(in: text)
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix(message) == true, "\(found)")
    }

    @Test func `a billion laughs are refused without unfolding them`() {
        var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
        for level in 1...30 {
            let list = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
            text += "a\(level): &a\(level) [\(list)]\n"
        }
        #expect(problems(in: text).count == 331)
    }

    @Test(arguments: ["[", "{a: ", "- ", "? "])
    func `nesting without end is refused`(opening: String) {
        let text = String(repeating: opening, count: 20_000)
        #expect(
            problems(in: text).first?.contains("nested too deep; allowed are 16 levels") == true)
    }

    @Test func `faults before a syntax error are told with it`() {
        let found = problems(in: "a: 1\na: 2\nb: 'x")
        #expect(found.count == 2)
    }

    @Test func `any cut of a text is survived`() {
        let text = Array("a: {b: [1, 'x', \"\\u00e9\"], c: |\n  d\n }\n- &x !!y é: *z\n".utf8)
        var count = 0
        for end in 0...text.count {
            for start in 0...end {
                count += 1
                _ = reading(Array(text[start..<end])) { $0.finish() }
            }
        }
        #expect(count > 1000)
    }
}
