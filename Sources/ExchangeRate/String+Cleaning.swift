extension String {
    /// The text without blanks and line breaks at its ends.
    func trimmingBlanks() -> String {
        let isBlank = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace }
        guard let first = unicodeScalars.firstIndex(where: { !isBlank($0) }),
            let last = unicodeScalars.lastIndex(where: { !isBlank($0) })
        else { return "" }
        return String(unicodeScalars[first...last])
    }

    /// One line: whatever controls a terminal, breaks a line or hides is a space or gone.
    func onOneLine() -> String {
        var line = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator:
                if line.last != " " { line.append(" ") }
            case .format, .surrogate, .privateUse, .unassigned:
                continue
            default:
                line.append(scalar)
            }
        }
        return String(line).trimmingBlanks()
    }

    /// The first characters, none of them halved.
    ///
    /// A character can be of any length, by marks that combine; so the bytes are bounded too, by
    /// four for each character. One character alone that is over them is cut between its scalars,
    /// so that nothing is left of an empty text only.
    func cut(to characters: Int) -> String {
        var text = prefix(characters)
        while text.utf8.count > characters * 4 {
            guard text.count > 1 else {
                return String(String.UnicodeScalarView(text.unicodeScalars.prefix(characters)))
            }
            text.removeLast()
        }
        return String(text)
    }
}
