import Freshness
import Testing

@testable import Exposition

@Suite struct SampleTextTests {
    static func text(_ append: (inout [UInt8]) -> Void) -> String {
        var bytes: [UInt8] = []
        append(&bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(arguments: [0, 1, 9, 10, 99, 1_000_000, UInt64.max])
    func `counts are written in full`(_ value: UInt64) {
        #expect(Self.text { $0.appendDigits(value) } == String(value))
    }

    @Test(arguments: [Int64.min, -10, -1, 0, 7, .max])
    func `whole numbers are written in full`(_ value: Int64) {
        #expect(Self.text { $0.appendInteger(value) } == String(value))
    }

    @Test(arguments: [
        (Int64(0), "0"), (1, "0.000000001"), (-1, "-0.000000001"), (1_000_000_000, "1"),
        (1_781_618_520_000_000_000, "1781618520"), (1_781_618_520_500_000_000, "1781618520.5"),
        (1_781_618_520_123_456_789, "1781618520.123456789"), (-1_500_000_000, "-1.5"),
        (1_010_000_000, "1.01"), (.max, "9223372036.854775807"), (.min, "-9223372036.854775808"),
    ])
    func `timestamps are exact, without zeros at the end`(_ nanoseconds: Int64, _ text: String) {
        let timestamp = Timestamp(nanosecondsSinceEpoch: nanoseconds)
        #expect(Self.text { $0.appendSeconds(timestamp) } == text)
    }

    @Test(arguments: [
        (Duration.zero, "0"), (.milliseconds(2500), "2.5"), (.nanoseconds(1), "0.000000001"),
        (.milliseconds(-250), "-0.25"), (.seconds(-3), "-3"),
        (Duration(secondsComponent: 0, attosecondsComponent: 1), "0.000000000000000001"),
        (.seconds(Int64.max), "9223372036854775807"), (.seconds(Int64.min), "-9223372036854775808"),
    ])
    func `durations are exact, without zeros at the end`(_ duration: Duration, _ text: String) {
        #expect(Self.text { $0.appendSeconds(duration) } == text)
    }

    @Test(arguments: [
        ("live", "live"), ("", ""), ("a\"b", #"a\"b"#), (#"a\b"#, #"a\\b"#), ("a\nb", #"a\nb"#),
        ("\"\\\n", #"\"\\\n"#), ("é漢👍", "é漢👍"), ("a\r\nb", "a\r\\nb"),
    ])
    func `label values are escaped`(_ value: String, _ text: String) {
        #expect(Array(Self.text { $0.appendLabelValue(value) }.utf8) == Array(text.utf8))
    }

    struct Cut: Sendable, CustomTestStringConvertible {
        var name: String
        var text: String
        var length: Int

        var testDescription: String { name }
    }

    @Test(arguments: [
        Cut(name: "short", text: "live", length: 4),
        Cut(name: "exactly as long", text: String(repeating: "a", count: 64), length: 64),
        Cut(name: "one too long", text: String(repeating: "a", count: 65), length: 64),
        Cut(name: "two bytes each", text: String(repeating: "é", count: 65), length: 64),
        Cut(name: "64 of four bytes each", text: String(repeating: "👍", count: 64), length: 64),
        // Nine families of seven scalars each fit, the tenth does not.
        Cut(name: "families", text: String(repeating: "👩‍👩‍👧‍👦", count: 40), length: 63),
        Cut(name: "a line break", text: String(repeating: "a", count: 63) + "\r\n", length: 63),
        Cut(
            name: "one character without end", text: "e" + String(repeating: "\u{301}", count: 999),
            length: 64),
    ])
    func `long labels are cut between characters`(_ row: Cut) {
        let cut = LabelText.cut(row.text)
        #expect(cut.unicodeScalars.count == row.length)
        #expect(row.text.unicodeScalars.starts(with: cut.unicodeScalars))
    }
}
