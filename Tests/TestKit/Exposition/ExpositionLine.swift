/// One line of a page of metrics.
struct ExpositionLine {
    typealias Failure = ParsedExposition.Failure

    private let line: String
    private let syntax: ParsedExposition.Syntax

    init(_ line: String, _ syntax: ParsedExposition.Syntax) {
        self.line = line
        self.syntax = syntax
    }

    /// Reads `# HELP NAME TEXT`.
    func help() throws(Failure) -> (name: String, text: String) {
        let parts = try parts()
        let escapes: [Unicode.Scalar: Unicode.Scalar]
        switch syntax {
        case .prometheusText:
            escapes = ["\\": "\\", "n": "\n"]
        case .openMetrics:
            escapes = ["\\": "\\", "n": "\n", "\"": "\""]
            // What is escaped is cut out, so what is left must have none.
            guard !parts.rest.replacing(#"\\"#, with: "").replacing(#"\""#, with: "").contains("\"")
            else { throw failure("a quote that is not escaped") }
        }
        var rest = Substring(parts.rest).unicodeScalars
        return (parts.name, try unescaped(&rest, by: escapes, until: nil))
    }

    /// Reads `# TYPE NAME TYPE`.
    func type() throws(Failure) -> (name: String, type: String) {
        let parts = try parts()
        let types: Set<String> =
            switch syntax {
            case .prometheusText: ["gauge", "counter", "histogram"]
            case .openMetrics: ["gauge", "counter", "histogram", "info"]
            }
        guard types.contains(parts.rest) else { throw failure("an unknown type") }
        return (parts.name, parts.rest)
    }

    /// Reads `# UNIT NAME UNIT`.
    func unit() throws(Failure) -> (name: String, unit: String) {
        let parts = try parts()
        guard syntax == .openMetrics else { throw failure("a comment") }
        guard parts.rest.wholeMatch(of: #/[a-z]+/#) != nil else { throw failure("no unit") }
        guard parts.name.hasSuffix("_\(parts.rest)") else {
            throw failure("a name without its unit")
        }
        return (parts.name, parts.rest)
    }

    /// Reads a sample, which has no timestamp.
    func sample() throws(Failure) -> ParsedExposition.Sample {
        let pattern = #/([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? ([^ ]+)/#
        guard !line.hasPrefix("#"), let match = line.wholeMatch(of: pattern.dotMatchesNewlines())
        else { throw failure("no sample") }
        let value = String(match.3)
        // Without zeros in front and without an exponent, which not all that read pages know.
        guard value.wholeMatch(of: #/-?(0|[1-9][0-9]*)(\.[0-9]+)?/#) != nil,
            value.wholeMatch(of: #/-0(\.0+)?/#) == nil
        else { throw failure("no plain number") }
        return ParsedExposition.Sample(
            name: String(match.1), labels: try labels(match.2), value: value)
    }

    private func labels(_ text: Substring?) throws(Failure) -> [(name: String, value: String)] {
        guard let text else { return [] }
        guard !text.isEmpty else { throw failure("braces without a label") }
        var labels: [(name: String, value: String)] = []
        var rest = text.unicodeScalars
        while true {
            guard let equals = rest.firstIndex(of: "=") else {
                throw failure("a label without a value")
            }
            let name = String(rest[..<equals])
            guard name.wholeMatch(of: #/[a-zA-Z_][a-zA-Z0-9_]*/#) != nil, !name.hasPrefix("__")
            else { throw failure("no name of a label") }
            guard !labels.contains(where: { $0.name == name }) else {
                throw failure("a label twice")
            }
            rest = rest[equals...].dropFirst()
            guard rest.popFirst() == "\"" else { throw failure("no quote") }
            let value = try unescaped(
                &rest, by: ["\\": "\\", "\"": "\"", "n": "\n"], until: "\"")
            labels.append((name, value))
            if rest.isEmpty { return labels }
            guard rest.popFirst() == ",", !rest.isEmpty else {
                throw failure("no comma, or nothing after it")
            }
        }
    }

    /// Reads up to a closing mark, or up to the end where there is none.
    private func unescaped(
        _ rest: inout Substring.UnicodeScalarView, by escapes: [Unicode.Scalar: Unicode.Scalar],
        until end: Unicode.Scalar?
    ) throws(Failure) -> String {
        var value = String.UnicodeScalarView()
        while let scalar = rest.popFirst() {
            if scalar == end { return String(value) }
            guard scalar == "\\" else {
                value.append(scalar)
                continue
            }
            guard let meant = rest.popFirst().flatMap({ escapes[$0] }) else {
                throw failure("an unknown escape")
            }
            value.append(meant)
        }
        guard end == nil else { throw failure("a label that does not end") }
        return String(value)
    }

    /// The name and what follows it; each is set off by one blank.
    private func parts() throws(Failure) -> (name: String, rest: String) {
        let parts = line.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 4, !parts[3].isEmpty, parts[3].first != " ", parts[3].last != " ",
            parts[2].wholeMatch(of: #/[a-zA-Z_:][a-zA-Z0-9_:]*/#) != nil
        else { throw failure("no name, or nothing after it") }
        return (String(parts[2]), String(parts[3]))
    }

    private func failure(_ reason: String) -> Failure {
        Failure(line: line, reason: reason)
    }
}
