/// A page read by the letter of the text format, far more strictly than scrapers read it.
struct ParsedPage {
    struct Failure: Error, CustomStringConvertible {
        let line: String
        let reason: String

        var description: String { "\(reason): \(line)" }
    }

    struct Sample {
        let name: String
        /// Names and unescaped values, in the order of the page.
        let labels: [(name: String, value: String)]
        let value: String

        /// What makes two samples the same series.
        var series: String {
            name + labels.map { "{\($0.name)}\($0.value)" }.sorted().joined()
        }
    }

    struct Family {
        let name: String
        let help: String
        let type: String
        var samples: [Sample] = []
    }

    private(set) var families: [Family] = []

    init(_ bytes: [UInt8]) throws {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Failure(line: "", reason: "not UTF-8")
        }
        guard text.utf8.last == UInt8(ascii: "\n") || text.isEmpty else {
            throw Failure(line: "", reason: "no line feed at the end")
        }
        // By bytes: a carriage return before the line feed would make one character of both.
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .dropLast().map { String($0) ?? "" }
        var help: (name: String, text: String)?
        for line in lines {
            if line.hasPrefix("# HELP ") {
                let parts = line.split(separator: " ", maxSplits: 3)
                guard parts.count == 4 else { throw Failure(line: line, reason: "no help") }
                help = (String(parts[2]), String(parts[3]))
            } else if line.hasPrefix("# TYPE ") {
                let parts = line.split(separator: " ")
                guard parts.count == 4, let text = help, text.name == parts[2] else {
                    throw Failure(line: line, reason: "a type without its help")
                }
                guard !families.contains(where: { $0.name == text.name }) else {
                    throw Failure(line: line, reason: "a family twice, or split")
                }
                families.append(Family(name: text.name, help: text.text, type: String(parts[3])))
                help = nil
            } else {
                guard let last = families.indices.last, help == nil else {
                    throw Failure(line: line, reason: "a sample without a family")
                }
                families[last].samples.append(try Self.sample(line))
            }
        }
    }

    private static func sample(_ line: String) throws -> Sample {
        let pattern = #/([a-z_]+)(?:\{(.*)\})? (-?[0-9]+(?:\.[0-9]*[1-9])?|-?[0-9]+\.[0-9]+)/#
        guard let match = line.wholeMatch(of: pattern.dotMatchesNewlines()) else {
            throw Failure(line: line, reason: "no sample")
        }
        var labels: [(name: String, value: String)] = []
        var rest = Substring(match.2 ?? "").unicodeScalars
        while !rest.isEmpty {
            guard let equals = rest.firstIndex(of: "=") else {
                throw Failure(line: line, reason: "a label without a value")
            }
            let name = String(rest[..<equals])
            rest = rest[equals...].dropFirst()
            guard rest.popFirst() == "\"" else { throw Failure(line: line, reason: "no quote") }
            labels.append((name, try value(&rest, line: line)))
            if rest.isEmpty { break }
            guard rest.popFirst() == ",", !rest.isEmpty else {
                throw Failure(line: line, reason: "no comma, or nothing after it")
            }
        }
        return Sample(name: String(match.1), labels: labels, value: String(match.3))
    }

    /// Reads up to the closing quote.
    private static func value(
        _ rest: inout Substring.UnicodeScalarView, line: String
    ) throws -> String {
        var value = String.UnicodeScalarView()
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\"": return String(value)
            case "\\":
                switch rest.popFirst() {
                case "\\": value.append("\\")
                case "\"": value.append("\"")
                case "n": value.append("\n")
                default: throw Failure(line: line, reason: "an unknown escape")
                }
            default: value.append(scalar)
            }
        }
        throw Failure(line: line, reason: "a label that does not end")
    }
}
