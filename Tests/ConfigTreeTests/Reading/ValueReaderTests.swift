import ConfigTree
import Testing

struct ValueReaderTests {
    private enum Level: String, CaseIterable { case low, high }

    private let range = Duration.seconds(1)...Duration.seconds(3600)

    @Test(arguments: [("1", 1), ("0", 0), ("100", 100)])
    func `a whole number is read`(text: String, value: Int) {
        let result = reading("k: \(text)") { $0.integer("k", in: 0...100, default: 7) }
        #expect(result.value == value)
        #expect(result.problems == [])
    }

    @Test(arguments: [
        ("012", "found 012; allowed is a whole number from 0 to 100, in decimal digits"),
        ("0x10", "found 0x10; allowed is a whole number from 0 to 100, in decimal digits"),
        ("0o7", "found 0o7; allowed is a whole number from 0 to 100, in decimal digits"),
        ("1e2", "found 1e2; allowed is a whole number from 0 to 100, in decimal digits"),
        ("1_0", "found 1_0; allowed is a whole number from 0 to 100, in decimal digits"),
        ("1.0", "found 1.0; allowed is a whole number from 0 to 100, in decimal digits"),
        ("+1", "found +1; allowed is a whole number from 0 to 100, in decimal digits"),
        ("'1'", "found \"1\"; allowed is a whole number from 0 to 100, without quotes"),
        ("-1", "found -1; allowed is a whole number from 0 to 100"),
        ("101", "found 101; allowed is a whole number from 0 to 100"),
        (
            "99999999999999999999",
            "found 99999999999999999999; allowed is a whole number from 0 to 100"
        ),
        ("no", "found no; allowed is a whole number from 0 to 100, in decimal digits"),
        ("[1]", "found a list; allowed is a whole number from 0 to 100"),
    ])
    func `what is no whole number is refused`(text: String, message: String) {
        let result = reading("k: \(text)") { $0.integer("k", in: 0...100, default: 7) }
        #expect(result.value == 7)
        #expect(result.problems == ["f:1:4: k: \(message)\n    k: \(text)\n       ^"])
    }

    @Test(arguments: [
        ("true", true), ("True", true), ("yes", true), ("on", true), ("false", false),
        ("no", false), ("OFF", false),
    ])
    func `a boolean is read in each spelling of YAML`(text: String, value: Bool) {
        let result = reading("k: \(text)") { $0.boolean("k", default: !value) }
        #expect(result.value == value)
        #expect(result.problems == [])
    }

    @Test(arguments: [
        ("'true'", "found \"true\"; allowed is true or false, without quotes"),
        ("1", "found 1; allowed is true or false"), ("y", "found y; allowed is true or false"),
    ])
    func `what is no boolean is refused`(text: String, message: String) {
        let result = reading("k: \(text)") { $0.boolean("k", default: true) }
        #expect(result.value)
        #expect(result.problems == ["f:1:4: k: \(message)\n    k: \(text)\n       ^"])
    }

    @Test(arguments: [
        ("10s", Duration.seconds(10)), ("'1m'", .seconds(60)), ("\"1h\"", .seconds(3600)),
    ])
    func `a duration is read, quoted or not`(text: String, value: Duration) {
        let result = reading("k: \(text)") { $0.duration("k", in: range, default: .seconds(5)) }
        #expect(result.value == value)
        #expect(result.problems == [])
    }

    @Test(arguments: [
        ("300", "found 300; a duration needs a unit, such as 300s"),
        ("0", "found 0; allowed is a duration from 1s to 1h"),
        ("2h", "found 2h; allowed is a duration from 1s to 1h"),
        ("300y", "found 300y; allowed is a duration from 1s to 1h"),
        ("soon", "found soon; allowed is a duration from 1s to 1h, such as 30s, 5m or 1h30m"),
        ("1:30", "found 1:30; allowed is a duration from 1s to 1h, such as 30s, 5m or 1h30m"),
        ("[5m]", "found a list; allowed is a duration from 1s to 1h"),
    ])
    func `what is no duration in its bounds is refused`(text: String, message: String) {
        let result = reading("k: \(text)") { $0.duration("k", in: range, default: .seconds(5)) }
        #expect(result.value == .seconds(5))
        #expect(result.problems == ["f:1:4: k: \(message)\n    k: \(text)\n       ^"])
    }

    @Test(arguments: [
        ("no", "no"), ("012", "012"), ("1e3", "1e3"), ("0x10", "0x10"), ("'a b'", "a b"),
        ("2001-01-01", "2001-01-01"), ("\"null\"", "null"), ("é", "é"),
    ])
    func `a text stays as it is written`(text: String, value: String) {
        let result = reading("k: \(text)") { $0.text("k") }
        #expect(result.value == value)
        #expect(result.problems == [])
    }

    @Test(arguments: [
        ("''", "found an empty text; allowed is a text"),
        ("\"a\\nb\"", "found a control character; allowed is a text in one line"),
        ("\"a\\0b\"", "found a control character; allowed is a text in one line"),
        ("[a]", "found a list; allowed is a text"),
    ])
    func `what is no text in one line is refused`(text: String, message: String) {
        let result = reading("k: \(text)") { $0.text("k") }
        #expect(result.value == nil)
        #expect(result.problems == ["f:1:4: k: \(message)\n    k: \(text)\n       ^"])
    }

    @Test func `a choice names what is allowed`() {
        let result = reading("k: middle\nl: high") { reader in
            [reader.choice("k", default: Level.low), reader.choice("l", default: Level.low)]
        }
        #expect(result.value == [.low, .high])
        #expect(
            result.problems == [
                "f:1:4: k: found middle; allowed is one of low, high\n    k: middle\n       ^"
            ])
    }

    @Test(arguments: ["k:", "k: ~", "k: null", "l: 1", ""])
    func `a key without a value is absent`(text: String) {
        let result = reading(text) { reader in
            (reader.integer("k", in: 0...9, default: 7), reader.has("k"), reader.map("k").names())
        }
        #expect(result.value.0 == 7)
        #expect(!result.value.1)
        #expect(result.value.2 == [])
        #expect(result.problems == [])
    }
}
