import Serving
import Testing

@Suite struct MediaRangeTests {
    /// A range in a short form for comparison.
    private static func text(_ range: MediaRange) -> String {
        let parameters = range.parameters.sorted { $0.key < $1.key }.map { ";\($0)=\($1)" }
        return "\(range.type)/\(range.subtype)\(parameters.joined()) \(range.weight)"
    }

    @Test(
        arguments: [
            (nil, []),
            ("", []),
            ("*/*", ["*/* 1000"]),
            ("text/html", ["text/html 1000"]),
            (
                "application/openmetrics-text;version=1.0.0;q=0.5,text/plain;version=0.0.4;q=0.3",
                [
                    "application/openmetrics-text;version=1.0.0 500",
                    "text/plain;version=0.0.4 300",
                ]
            ),
            ("text/plain;q=0.3, */*;q=0.1, a/b", ["a/b 1000", "text/plain 300", "*/* 100"]),
            (
                "*/*, text/*, text/plain, text/plain;v=1",
                [
                    "text/plain;v=1 1000", "text/plain 1000", "text/* 1000", "*/* 1000",
                ]
            ),
            ("b/b, a/a", ["b/b 1000", "a/a 1000"]),
            ("TEXT/Plain; Version=A; Q=0.25", ["text/plain;version=A 250"]),
            ("a/b; v=\"x, y; z\\\"\" , c/d", ["a/b;v=x, y; z\" 1000", "c/d 1000"]),
            ("a/b;q=0", ["a/b 0"]),
            ("a/b;q=0.5;ext=1", ["a/b 500"]),
            ("a/b;q=1.001, c/d;q=.5, e/f;q=x, g/h;q=-1", []),
            ("text, /, a/, /b, a/b/c, */b, a b/c, ;q=1", []),
            ("a/b;novalue;v=1", ["a/b;v=1 1000"]),
            ("a/b;v=\"unended, c/d", ["a/b;v=\"unended, c/d 1000"]),
        ] as [(String?, [String])])
    func `ranges come in the order of preference`(_ value: String?, _ ranges: [String]) {
        #expect(MediaRange.ranges(in: value).map(Self.text) == ranges)
    }

    @Test(arguments: [",", ";", "\"", "\\", "a/b,", "a/b;q=", "=", " ", "\u{0}\u{fffd}", "*/*;"])
    func `8 KB of garbage is read in no time`(_ piece: String) {
        let garbage = String(repeating: piece, count: 8192 / piece.utf8.count)
        let time = ContinuousClock().measure { _ = MediaRange.ranges(in: garbage) }
        #expect(time < .seconds(30))
    }
}
