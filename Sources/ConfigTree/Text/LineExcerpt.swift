/// Shows one line of a text with a caret, without its secrets.
///
/// It shows what is known to be harmless, and takes out the rest: a value that no read declared
/// plain, a comment, and of a line that is not YAML every word outside the vocabulary.
struct LineExcerpt {
    /// How a value may be shown.
    enum Display {
        case plain
        /// As `Redaction.cleanKey` leaves it.
        case key
        /// Cut to scheme and host.
        case address
        case hidden
    }

    /// A key or a value on its way through the text.
    struct Span {
        var start: ConfigPosition
        var end: ConfigPosition
        var display: Display
    }

    /// The widest line shown, so that a file of one long line does not flood a terminal.
    private static let width = 100
    private static let structure: Set<Unicode.Scalar> = [
        "{", "}", "[", "]", ",", ":", "-", "?", "|", ">", "'", "\"", "#", "&", "*", "!", "%", "@",
        "`", "\\",
    ]

    private let redaction: Redaction
    private var shown: [String] = []
    /// For each column of the source, where it begins in `shown`.
    private var offsets: [Int] = []

    /// Renders a line; `spans` are those that touch it, in order, or nil where it is not YAML.
    init(
        _ line: [Unicode.Scalar], number: Int, spans: [Span]?, redaction: Redaction
    ) {
        self.redaction = redaction
        if let spans {
            render(line, number: number, spans: spans)
        } else {
            renderWords(of: line)
        }
        offsets.append(shown.count)
    }

    /// The line, and under it a caret at a column; nil where the line is blank.
    func text(caretAt column: Int) -> String? {
        guard let last = shown.lastIndex(where: { $0 != " " }) else { return nil }
        var caret = offsets[min(max(column - 1, 0), offsets.count - 1)]
        var window = shown[...last]
        var (before, after) = ("", "")
        if window.count > Self.width {
            let start = max(0, min(caret - Self.width / 2, window.count - Self.width))
            window = window[start..<(start + Self.width)]
            before = start > 0 ? "…" : ""
            after = window.endIndex <= last ? "…" : ""
            caret += before.count - start
        }
        return "    \(before)\(window.joined())\(after)\n    "
            + String(repeating: " ", count: caret) + "^"
    }

    private mutating func render(_ line: [Unicode.Scalar], number: Int, spans: [Span]) {
        var column = 0
        var isAfterBlank = true
        for span in spans {
            let from = span.start.line == number ? span.start.column - 1 : 0
            let to = span.end.line == number ? min(span.end.column - 1, line.count) : line.count
            guard from < to, from >= column else { continue }
            guard renderBetween(line[column..<from], isAfterBlank: &isAfterBlank) else { return }
            let isWhole = span.start.line == number && span.end.line == number
            let staysHarmless = span.display == .plain || span.display == .key
            render(line[from..<to], as: isWhole || staysHarmless ? span.display : .hidden)
            column = to
            isAfterBlank = false
        }
        _ = renderBetween(line[min(column, line.count)...], isAfterBlank: &isAfterBlank)
    }

    private mutating func render(_ part: ArraySlice<Unicode.Scalar>, as display: Display) {
        let raw = part.reduce(into: "") { $0.unicodeScalars.append($1) }
        switch display {
        case .plain, .key:
            let clean = display == .key ? redaction.cleanKey(raw) : redaction.clean(raw)
            if clean == raw {
                part.forEach { append($0.printable) }
            } else {
                replace(part.count, by: clean)
            }
        case .address:
            let quote = raw.first.flatMap { $0 == "\"" || $0 == "'" ? String($0) : nil } ?? ""
            let inner = String(raw.dropFirst(quote.count).dropLast(quote.count))
            replace(part.count, by: quote + redaction.clean(Redaction.cutAddress(inner)) + quote)
        case .hidden:
            replace(part.count, by: Redaction.mask)
        }
    }

    /// Shows what stands between values; false where a comment begins.
    private mutating func renderBetween(
        _ part: ArraySlice<Unicode.Scalar>, isAfterBlank: inout Bool
    ) -> Bool {
        for scalar in part {
            if scalar == "#", isAfterBlank { return false }
            isAfterBlank = scalar == " " || scalar == "\t"
            let isShown = isAfterBlank || Self.structure.contains(scalar)
            append(isShown ? scalar.printable : "…")
        }
        return true
    }

    private mutating func renderWords(of line: [Unicode.Scalar]) {
        var rest = line[...]
        while let scalar = rest.first {
            guard Self.isPartOfWord(scalar) else {
                append(scalar.printable)
                rest.removeFirst()
                continue
            }
            let word = rest.prefix(while: Self.isPartOfWord)
            rest = rest[word.endIndex...]
            let text = word.reduce(into: "") { $0.unicodeScalars.append($1) }
            if redaction.mayShow(text) {
                word.forEach { append($0.printable) }
            } else {
                replace(word.count, by: "…")
            }
        }
    }

    private static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
        scalar != " " && !structure.contains(scalar) && scalar.printable == String(scalar)
    }

    private mutating func append(_ text: String) {
        offsets.append(shown.count)
        shown += text.map(String.init)
    }

    /// Puts a text in the place of some columns; a caret on any of them stands at its start.
    private mutating func replace(_ count: Int, by text: String) {
        offsets += Array(repeating: shown.count, count: count)
        shown += text.printable.map(String.init)
    }
}
