import ConfigTree
import Testing

struct TextFaultsTests {
    struct Case: CustomTestStringConvertible {
        var testDescription: String
        var bytes: [UInt8]
        var message: String
    }

    @Test(arguments: [
        Case(
            testDescription: "Latin-1", bytes: Array("a: b\nc: ".utf8) + [0xE9],
            message: "f:2:4: found a byte that is not UTF-8; save it as UTF-8\n    …: …\n       ^"),
        Case(
            testDescription: "a cut sequence", bytes: Array("é".utf8) + [0xC3],
            message: "f:1:2: found a byte that is not UTF-8; save it as UTF-8\n    …\n    ^"),
        Case(
            testDescription: "an encoded surrogate", bytes: [0xED, 0xA0, 0x80],
            message: "f:1:1: found a byte that is not UTF-8; save it as UTF-8\n    …\n    ^"),
        Case(
            testDescription: "UTF-16", bytes: [0xFF, 0xFE, 0x61, 0],
            message: "f:1:1: the file is in UTF-16; save it as UTF-8\n    …<U+0000>\n    ^"),
        Case(
            testDescription: "NUL", bytes: Array("a: 1\0".utf8),
            message: "f:1:5: found the character U+0000; remove it\n    …: 1<U+0000>\n        ^"),
        Case(
            testDescription: "escape", bytes: Array("a:\u{1B}[31m".utf8),
            message: "f:1:3: found the character U+001B; remove it\n    …:<U+001B>[31m\n      ^"),
        Case(
            testDescription: "a byte order mark inside", bytes: Array("a: 1\n\u{FEFF}b: 2".utf8),
            message: "f:2:1: found the character U+FEFF; remove it\n    <U+FEFF>…: 2\n    ^"),
        Case(
            testDescription: "two MiB", bytes: Array(repeating: 0x20, count: 2 << 20),
            message: "f: the file has 2097152 bytes; allowed are 1048576"),
    ])
    func `bytes that are no text are refused`(fault: Case) {
        #expect(reading(fault.bytes) { _ in }.problems == [fault.message])
    }

    @Test(arguments: [
        "", " ", "\n\n", "# only a comment\n", "---\n", "~", "null", "{}", "\u{FEFF}", "---\n...\n",
    ])
    func `a file without a value is an empty map`(text: String) {
        #expect(reading(text) { $0.finish() }.problems == [])
    }

    @Test(arguments: ["\n", "\r\n", "\r", "\u{85}", "\u{2028}"])
    func `every line end counts once`(end: String) {
        let text = ["a: 1", "# c", "b: 2"].joined(separator: end)
        let result = reading(text) { reader in
            defer { reader.finish() }
            return reader.text("a")
        }
        #expect(result.value == "1")
        #expect(
            result.problems == ["f:3:1: b: unknown key; did you mean a?\n    b: <redacted>\n    ^"])
    }

    @Test func `a byte order mark moves no column`() {
        #expect(
            reading("\u{FEFF}x1: 1") { $0.finish() }.problems == [
                "f:1:1: x1: unknown key; allowed here: \n    x1: <redacted>\n    ^"
            ])
    }
}
