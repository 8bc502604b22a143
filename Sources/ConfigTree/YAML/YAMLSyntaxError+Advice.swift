extension YAMLSyntaxError {
    /// What is wrong in the words of somebody who writes YAML, and where to look.
    func advice(in text: ConfigText) -> (position: ConfigPosition, message: String) {
        let found = text.scalar(at: position)
        switch problem {
        case "found character that cannot start any token" where found == "\t",
            "found a tab character that violates indentation":
            return (position, "found a tab; indent with spaces")
        case "found character that cannot start any token":
            return (position, "a value cannot begin with this character; put it in quotes")
        case "found unexpected end of stream":
            return (context?.position ?? position, "the quote that opens here is not closed")
        case "mapping values are not allowed in this context":
            return (
                position,
                "a ':' cannot stand here; check the indentation and the line before, "
                    + "or put the value in quotes"
            )
        case "could not find expected ':'":
            return (context?.position ?? position, "a key needs a ':' and a blank after it")
        case "did not find expected key":
            return (position, "expected a key here; check the indentation")
        case "did not find expected '-' indicator":
            return (position, "expected a '- ' of the list here; check the indentation")
        case "did not find expected ',' or '}'", "did not find expected ',' or ']'":
            let bracket = problem.hasSuffix("'}'") ? ("{", "}") : ("[", "]")
            return (
                context?.position ?? position,
                "the '\(bracket.0)' that opens here is not closed: "
                    + "expected ',' or '\(bracket.1)' on line \(position.line)"
            )
        case "found unknown escape character", "did not find expected hexdecimal number":
            return (
                position,
                "in double quotes a '\\' begins an escape; write '\\\\', or use single quotes"
            )
        case "block sequence entries are not allowed in this context":
            return (position, "a '- ' cannot stand here; begin the list on its own line")
        default:
            return (position, "not valid YAML: \(problem)")
        }
    }
}

extension ConfigText {
    /// The character at a place; nil after the end of its line.
    func scalar(at position: ConfigPosition) -> Unicode.Scalar? {
        guard lines.indices.contains(position.line - 1) else { return nil }
        let line = lines[position.line - 1]
        return line.indices.contains(position.column - 1) ? line[position.column - 1] : nil
    }
}
