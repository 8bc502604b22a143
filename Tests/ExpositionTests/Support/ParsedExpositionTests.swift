import TestKit
import Testing

/// The strict reader refuses what it is there to refuse.
@Suite struct ParsedExpositionTests {
    struct Broken: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var syntaxes = ParsedExposition.Syntax.allCases
        var page: String

        init(
            _ name: String, _ page: String,
            in syntaxes: [ParsedExposition.Syntax] = ParsedExposition.Syntax.allCases
        ) {
            testDescription = name
            self.page = page
            self.syntaxes = syntaxes
        }
    }

    static func gauge(_ name: String, _ samples: String...) -> String {
        "# HELP \(name) h\n# TYPE \(name) gauge\n" + samples.map { $0 + "\n" }.joined()
    }

    static func histogram(_ lines: String...) -> String {
        "# HELP h h\n# TYPE h histogram\n" + lines.map { "h_\($0)\n" }.joined()
    }

    static func read(_ page: String, _ syntax: ParsedExposition.Syntax) throws {
        let end = syntax == .openMetrics ? "# EOF\n" : ""
        _ = try ParsedExposition(Array((page + end).utf8), as: syntax)
    }

    @Test(arguments: ParsedExposition.Syntax.allCases)
    func `a good page is read`(_ syntax: ParsedExposition.Syntax) throws {
        try Self.read(
            Self.gauge("a", #"a{b="c\\\"\n,} 1",d=""} -1.50"#, #"a{b="e",d=""} 0"#)
                + Self.histogram(
                    #"bucket{x="1",le="1.0"} 1"#, #"bucket{x="1",le="+Inf"} 2"#,
                    #"sum{x="1"} 0.5"#, #"count{x="1"} 2"#), syntax)
    }

    static let broken = [
        Broken("a series twice", gauge("a", #"a{b="1"} 1"#, #"a{b="1"} 2"#)),
        Broken(
            "a series twice, labels in another order",
            gauge("a", #"a{b="1",c="2"} 1"#, #"a{c="2",b="1"} 1"#)),
        Broken("a family that is split", gauge("a", "a 1") + gauge("b", "b 1") + gauge("a", "a 2")),
        Broken("a sample of another family", gauge("a", "a 1", "b 1")),
        Broken("a sample without a header", "a 1\n"),
        Broken("a family without samples", gauge("a")),
        Broken("a type without its help", "# TYPE a gauge\na 1\n"),
        Broken("a help without its type", gauge("a", "a 1") + "# HELP b h\n"),
        Broken("an unknown type", "# HELP a h\n# TYPE a untyped\na 1\n"),
        Broken("an unknown escape in a label", gauge("a", #"a{b="\t"} 1"#)),
        Broken("an open label", gauge("a", #"a{b="c} 1"#)),
        Broken("a quote in a label", gauge("a", #"a{b="c"d"} 1"#)),
        Broken("a line feed in a label", gauge("a", "a{b=\"c\nd\"} 1")),
        Broken("an unknown escape in a help", "# HELP a \\t\n# TYPE a gauge\na 1\n"),
        Broken("a comma at the end", gauge("a", #"a{b="c",} 1"#)),
        Broken("a label twice", gauge("a", #"a{b="c",b="d"} 1"#)),
        Broken("a reserved name of a label", gauge("a", #"a{__b="c"} 1"#)),
        Broken("braces without a label", gauge("a", "a{} 1")),
        Broken("two blanks", gauge("a", "a  1")),
        Broken("a blank at the end", gauge("a", "a 1 ")),
        Broken("a carriage return", gauge("a", "a 1\r")),
        Broken("a blank line", gauge("a", "a 1", "")),
        Broken("a timestamp", gauge("a", "a 1 1781618700")),
        Broken("a comment", gauge("a", "a 1", "# comment")),
        Broken("a bound in a gauge", gauge("a", #"a{le="1.0"} 1"#)),
        Broken(
            "a histogram without its sum",
            histogram(#"bucket{le="+Inf"} 1"#, "count 1")),
        Broken("a histogram without +Inf", histogram(#"bucket{le="1.0"} 1"#, "sum 1", "count 1")),
        Broken(
            "a count that is not that of +Inf",
            histogram(#"bucket{le="+Inf"} 1"#, "sum 1", "count 2")),
        Broken(
            "counts that fall",
            histogram(#"bucket{le="1.0"} 2"#, #"bucket{le="+Inf"} 1"#, "sum 1", "count 1")),
        Broken(
            "bounds that fall",
            histogram(
                #"bucket{le="2.0"} 0"#, #"bucket{le="1.0"} 0"#, #"bucket{le="+Inf"} 1"#, "sum 1",
                "count 1")),
        Broken(
            "a bound without a point",
            histogram(#"bucket{le="1"} 0"#, #"bucket{le="+Inf"} 1"#, "sum 1", "count 1")),
        Broken(
            "histograms that are interleaved",
            histogram(
                #"bucket{x="1",le="+Inf"} 1"#, #"bucket{x="2",le="+Inf"} 1"#, #"sum{x="1"} 1"#,
                #"count{x="1"} 1"#, #"sum{x="2"} 1"#, #"count{x="2"} 1"#)),
        Broken("an end", gauge("a", "a 1") + "# EOF\n"),
        Broken(
            "a unit in the text format",
            "# HELP a_seconds h\n# TYPE a_seconds gauge\n# UNIT a_seconds seconds\na_seconds 1\n",
            in: [.prometheusText]),
        Broken(
            "a unit that the name lacks",
            "# HELP a h\n# TYPE a gauge\n# UNIT a seconds\na 1\n", in: [.openMetrics]),
        Broken(
            "a unit after a sample",
            "# HELP a_seconds h\n# TYPE a_seconds gauge\na_seconds 1\n# UNIT a_seconds seconds\n",
            in: [.openMetrics]),
        Broken(
            "a counter named like its samples",
            "# HELP a_total h\n# TYPE a_total counter\na_total 1\n", in: [.openMetrics]),
        Broken(
            "a gauge with the name of a counter's samples",
            "# HELP a h\n# TYPE a counter\na_total 1\n" + gauge("a_total", "a_total{b=\"c\"} 1"),
            in: [.openMetrics]),
        Broken(
            "a counter below 0", "# HELP a h\n# TYPE a counter\na_total -1\n", in: [.openMetrics]),
        Broken("an info of 0", "# HELP a h\n# TYPE a info\na_info 0\n", in: [.openMetrics]),
        Broken("a gauge named like an info", gauge("a_info", "a_info 1"), in: [.openMetrics]),
        Broken(
            "a quote in a help", "# HELP a \"h\"\n# TYPE a gauge\na 1\n", in: [.openMetrics]),
        Broken(
            "a counter without its ending", "# HELP a h\n# TYPE a counter\na 1\n",
            in: [.prometheusText]),
        Broken(
            "an info in the text format", "# HELP a h\n# TYPE a info\na_info 1\n",
            in: [.prometheusText]),
    ]

    @Test(arguments: broken)
    func `a broken page is refused`(_ row: Broken) {
        for syntax in row.syntaxes {
            #expect(throws: ParsedExposition.Failure.self) { try Self.read(row.page, syntax) }
        }
    }

    @Test(arguments: [
        "01", "1.", ".5", "+1", "-0", "1e3", "0x1", "1_000", "NaN", "nan", "inf", "+Inf", "1,5", "",
    ])
    func `a number in another form is refused`(_ number: String) {
        for syntax in ParsedExposition.Syntax.allCases {
            #expect(throws: ParsedExposition.Failure.self) {
                try Self.read(Self.gauge("a", "a \(number)"), syntax)
            }
        }
    }

    @Test(arguments: ["", "# EOF", "# EOF\n# EOF\n", "# eof\n", "# EOF \n", "\n# EOF\n"])
    func `an OpenMetrics page without its one end is refused`(_ end: String) {
        let page = Self.gauge("a", "a 1") + end
        #expect(throws: ParsedExposition.Failure.self) {
            try ParsedExposition(Array(page.utf8), as: .openMetrics)
        }
    }

    @Test func `bytes that are no text are refused`() {
        let page = Array(Self.gauge("a", "a{b=\"").utf8) + [0xFF] + Array("\"} 1\n".utf8)
        #expect(throws: ParsedExposition.Failure.self) {
            try ParsedExposition(page, as: .prometheusText)
        }
    }
}
