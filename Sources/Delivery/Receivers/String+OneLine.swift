extension String {
    /// The text with a space for each character that breaks a line or controls a terminal.
    ///
    /// Titles are one line, and a NUL alone makes some servers refuse all of a message.
    var onOneLine: String {
        var line = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: line.append(" ")
            default: line.append(scalar)
            }
        }
        return String(line)
    }
}
