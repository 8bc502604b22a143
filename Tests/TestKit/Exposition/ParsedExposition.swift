/// A page of metrics read by the letter of its format, far more strictly than scrapers read it.
///
/// Beside the grammar it holds the exporter's own rules: each metric has a help, a type and a sample,
/// no sample has a timestamp, and no value is infinite or no number.
public struct ParsedExposition: Sendable {
    /// The ways to write a page.
    public enum Syntax: Sendable, CaseIterable {
        /// Prometheus' text format, 0.0.4 and, without quoted names, 1.0.0.
        case prometheusText
        /// OpenMetrics 1.0.0.
        case openMetrics
    }

    /// What is wrong with a page, and in which line.
    public struct Failure: Error, CustomStringConvertible {
        public let line: String
        public let reason: String

        public var description: String { "\(reason): \(line)" }
    }

    /// One value.
    public struct Sample: Sendable {
        public let name: String
        /// Names and unescaped values, in the order of the page.
        public let labels: [(name: String, value: String)]
        public let value: String

        /// What makes two samples the same series.
        public var series: String {
            name + labels.map { "{\($0.name)}\($0.value)" }.sorted().joined()
        }
    }

    /// A metric with its samples.
    public struct Family: Sendable {
        /// As its header has it: in OpenMetrics without the ending of a counter's samples.
        public let name: String
        public let help: String
        public let type: String
        /// Nil where none is named; the text format names none.
        public internal(set) var unit: String?
        public internal(set) var samples: [Sample] = []
    }

    /// The metrics in the order of the page.
    public private(set) var families: [Family] = []

    /// Reads a page.
    public init(_ bytes: [UInt8], as syntax: Syntax) throws(Failure) {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Failure(line: "", reason: "not UTF-8")
        }
        guard text.utf8.last == UInt8(ascii: "\n") || text.isEmpty else {
            throw Failure(line: "", reason: "no line feed at the end")
        }
        // By bytes: a carriage return before the line feed would make one character of both.
        var lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .dropLast().map { String($0) ?? "" }
        if syntax == .openMetrics, lines.popLast() != "# EOF" {
            throw Failure(line: lines.last ?? "", reason: "no end")
        }
        var help: (name: String, text: String)?
        for line in lines {
            if line.hasPrefix("# HELP ") {
                guard help == nil else { throw Failure(line: line, reason: "a second help") }
                help = try ExpositionLine(line, syntax).help()
            } else if line.hasPrefix("# TYPE ") {
                let type = try ExpositionLine(line, syntax).type()
                guard let text = help, text.name == type.name else {
                    throw Failure(line: line, reason: "a type without its help")
                }
                families.append(Family(name: type.name, help: text.text, type: type.type))
                help = nil
            } else if line.hasPrefix("# UNIT ") {
                let unit = try ExpositionLine(line, syntax).unit()
                guard help == nil, let last = families.indices.last,
                    families[last].name == unit.name, families[last].unit == nil,
                    families[last].samples.isEmpty
                else { throw Failure(line: line, reason: "a unit that is not after its type") }
                families[last].unit = unit.unit
            } else {
                guard let last = families.indices.last, help == nil else {
                    throw Failure(line: line, reason: "a sample without a family")
                }
                families[last].samples.append(try ExpositionLine(line, syntax).sample())
            }
        }
        if let help { throw Failure(line: help.name, reason: "a help without its type") }
        try ExpositionRules(syntax).check(families)
    }

    /// The metric of a name; nil where the page lacks it.
    public func family(_ name: String) -> Family? {
        families.first { $0.name == name }
    }
}
