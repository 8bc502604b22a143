import ConfigTree
import Testing

/// No error shows a secret, whatever is wrong around it.
struct ShownSecretsTests {
    private static let policy = Redaction(
        secretPrefixes: ["exr_"], vocabulary: ["url", "token", "name", "list"])

    private static func read(_ reader: MapReader) {
        _ = reader.value("url")?.address()
        _ = reader.value("token")?.secret()
        _ = reader.value("name")?.integer(in: 0...9)
        _ = reader.value("list")?.list()?.map { $0.text() }
        for entry in reader.value("secrets")?.secrets() ?? [] {
            if entry.isBlank {
                entry.rejectName("has no value")
            } else if entry.showName() {
                _ = entry.value.secret()
            }
        }
        reader.finish()
    }

    @Test(arguments: [
        "{url: 'https://h/hunter2', name: x}",
        "{token: hunter2, name: x}",
        "{name: x, token: \"hunter2\"}",
        "{token: [hunter2], name: x}",
        "{token: {a: hunter2}, name: x}",
        "{tokn: hunter2, name: x}",
        "{tokn: [a, {b: hunter2}], name: x}",
        "name: x # was hunter2",
        "name: x\n# hunter2\nnme: 1",
        "token: hunter2\ntoken: hunter2",
        "url: https://h/hunter2\nurl: https://h/hunter2",
        "token: &hunter2 hunter2",
        "token: *hunter2",
        "token: !hunter2 x",
        "token: &hunter2 {a: b}\nname: x",
        "token: 'hunter2",
        "token: \"hunter2\\q\"",
        "token: @hunter2",
        "token: hunter2: x",
        "\ttoken: hunter2",
        "token: hunter2\n\tname: hunter2",
        "token: hunter2\u{0}",
        "token: [hunter2, hunter2",
        "token: {hunter2",
        "url: https://h/hunter2: x",
        "url: 'https://h/x y hunter2'\nname: x",
        "url: 'https://user:hunter2@h/'\n--- \nx",
        "url: \"https://h/\n  hunter2\" # hunter2\nname: x",
        "{url: \"https://h/\n  hunter2\", name: x}",
        "{token: \"x\n  hunter2\", name: x}",
        "{token: x\n  hunter2, name: x}",
        "token: |\n  hunter2\n x: y",
        "token: >\n  hunter2\nname: x",
        "? token\n: hunter2\n? name\n: x",
        "token: {hunter2: x}",
        "token: [{hunter2: x}, [{hunter2: x, hunter2: y}]]",
        "token:\n  hunter2: x\nname: x",
        "token: {a: {b: {hunter2}}}",
        "{token:hunter2}",
        "{token: {a: b}, tokn:hunter2}",
        "secrets: hunter2",
        "secrets: [hunter2, {hunter2: x}]",
        "secrets: {a: hunter2, b: }",
        "secrets: {hunter2}",
        "secrets: {hunter2, hunter2}",
        "secrets: {a:hunter2}",
        "secrets: {a:hunter2, a:hunter2}",
        "secrets: {a: {hunter2: x}}",
        "secrets:\n  a: {hunter2}\n  b:\n    hunter2: x\n    hunter2: y",
        "secrets: {a: [hunter2]}",
        "secrets: {a: &hunter2 x}",
        "{secrets: {a: hunter2}, name: x}",
        "[hunter2]",
        "hunter2",
        "'hunter2'",
        "list: hunter2",
        "name: {token: hunter2}",
        "list: [{token: hunter2}]",
        "list: [[{token: hunter2}]]",
        "list: [exr_live_hunter2, \"a\\nb\"]",
        "exr_live_hunter2: x",
        "{exr_live_hunter2}",
        "https://h/hunter2: x",
        "name: exr_live_hunter2",
        "name: https://h/hunter2",
        "url: hunter2\nname: x",
        "{url: {hunter2: x}, name: x}",
        "{url: hunter2, name: x}",
        "{url: https://h/,hunter2, name: x}",
        "{hunter2, name: x}",
        "{name: x, hunter2 # a: b\n}",
        "{name: x, a: {b: {hunter2}}}",
        "? hunter2\n? name\n: x",
        "{url: 'https://user:hunter2h/', name: x}",
        "url: 'ftp://user:hunter2'\nname: x",
        "{url: 'h/hunter2', name: x}",
        "%TAG ! hunter2\n--- !x y",
        "%YAML 9.9 # hunter2\n---\na: hunter2",
    ])
    func `an error shows no secret beside it`(text: String) {
        let found = reading(text, redaction: Self.policy, Self.read).problems
        #expect(!found.isEmpty)
        #expect(!found.joined(separator: "\n").contains("hunter2"), "\(found)")
    }

    @Test func `a one-line map keeps its plain values and its caret`() {
        let text = "{token: hunter2, url: \"https://u:p@h/x\", name: x} # note"
        #expect(
            reading(text, redaction: Self.policy, Self.read).problems == [
                "f:1:48: name: found x; allowed is a whole number from 0 to 9, in decimal digits\n"
                    + "    {token: <redacted>, url: \"https://h/…\", name: x}\n"
                    + "                                                  ^"
            ])
    }

    @Test func `a name beside a secret is shown once it is found to be one`() {
        let text = "{secrets: {a: hunter2, hunter2: }, name: x, b:c: 1}"
        #expect(
            reading(text, redaction: Self.policy, Self.read).problems == [
                "f:1:24: secrets.<redacted>: has no value\n"
                    + "    {secrets: {a: <redacted>, <redacted>: }, name: x, b:<redacted>: <redacted>}\n"
                    + "                              ^",
                "f:1:42: name: found x; allowed is a whole number from 0 to 9, in decimal digits\n"
                    + "    {secrets: {a: <redacted>, <redacted>: }, name: x, b:<redacted>: <redacted>}\n"
                    + "                                                   ^",
                "f:1:45: b:<redacted>: unknown key; "
                    + "allowed here: url, token, name, list, secrets\n"
                    + "    {secrets: {a: <redacted>, <redacted>: }, name: x, b:<redacted>: <redacted>}\n"
                    + "                                                      ^",
            ])
    }

    @Test func `a long line is cut around the caret`() throws {
        let items = Array(repeating: "a", count: 10_000).joined(separator: ", ")
        let text = "{list: [\(items)], name: x, list2: [\(items)]}"
        let found = reading(text, redaction: Self.policy, Self.read).problems
        let lines = try #require(found.first).split(separator: "\n")
        #expect(lines.count == 3)
        let caret = lines[2].count - 1
        #expect(lines[1].dropFirst(caret).first == "x")
        #expect(lines[1].count <= 106)
    }

    @Test func `a character that a terminal hides or obeys is named`() {
        let found = reading("a\u{A0}b\u{202E}: 1") { $0.finish() }.problems
        #expect(
            found == [
                "f:1:1: a<U+00A0>b<U+202E>: unknown key; allowed here: \n"
                    + "    a<U+00A0>b<U+202E>: <redacted>\n    ^"
            ])
    }

    @Test func `a character that a terminal hides or obeys is named in a key that is cut, too`() {
        let found = reading("a\t\u{202E}b:c: 1") { $0.finish() }.problems
        #expect(
            found == [
                #"f:1:1: a\t<U+202E>b:<redacted>: unknown key; allowed here: "# + "\n"
                    + #"    a\t<U+202E>b:<redacted>: <redacted>"# + "\n    ^"
            ])
    }
}
