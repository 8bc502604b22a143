import Freshness

/// Texts from outside, made fit for a terminal.
enum TerminalText {
    /// The most scalars of a cell: the longest class and session that are kept have as many.
    private static let cellLimit = 64

    /// A cell of a table: without what a terminal obeys or hides, and cut; `-` where nothing is
    /// left.
    static func cell(_ text: String) -> String {
        var cell = String.UnicodeScalarView()
        var isCut = false
        for scalar in text.unicodeScalars where !scalar.isObeyedOrHidden {
            guard cell.count < cellLimit else {
                isCut = true
                break
            }
            cell.append(scalar)
        }
        guard !cell.allSatisfy({ $0 == " " }) else { return "-" }
        return String(cell) + (isCut ? "…" : "")
    }

    /// The same JSON with such characters escaped (RFC 8259, 7).
    ///
    /// Outside of strings JSON has none of them but line feeds, which stay.
    static func json(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            guard scalar.isObeyedOrHidden, scalar != "\n" else {
                result.append(scalar)
                continue
            }
            for unit in String(scalar).utf16 {
                result.append(contentsOf: "\\u\(unit.padded(to: 4, radix: 16))".unicodeScalars)
            }
        }
        return String(result)
    }
}

extension Unicode.Scalar {
    /// Whether a terminal obeys it, breaks the line at it, or shows nothing of it.
    var isObeyedOrHidden: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
            .unassigned:
            true
        default: false
        }
    }
}
