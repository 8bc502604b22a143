extension String {
    /// A text from outside as Slack shows it: one line that formats nothing and calls nobody.
    ///
    /// `&`, `<` and `>` are escaped, as docs.slack.dev/messaging/formatting-message-text asks; that
    /// alone keeps `<!here>` and links from being any. Where a workspace finds names in plain text,
    /// `@channel` is none for the invisible space in it. What makes text bold, struck out or code
    /// gives way to its likeness, and what turns the direction of writing to nothing.
    ///
    /// - Parameter limit: the most bytes of UTF-8, entities counted as they are sent; what is cut is
    ///   cut between two characters and ended by `…`.
    func slackText(toBytes limit: Int) -> String {
        let plain = cut(toBytes: limit).inert
        let whole = plain.withSlackEntities
        guard whole.utf8.count > limit else { return whole }
        let ellipsis = "…"
        var text = ""
        for character in plain {
            let piece = String(character).withSlackEntities
            guard text.utf8.count + piece.utf8.count + ellipsis.utf8.count <= limit else { break }
            text += piece
        }
        return text.hasSuffix(ellipsis) ? text : text + ellipsis
    }

    private var inert: String {
        var line = String.UnicodeScalarView()
        for scalar in onOneLine.unicodeScalars where !scalar.properties.isBidiControl {
            switch scalar {
            case "@": line.append(contentsOf: ["@", "\u{200B}"])
            case "*": line.append("\u{2217}")
            case "~": line.append("\u{223C}")
            case "`": line.append("'")
            default: line.append(scalar)
            }
        }
        return String(line)
    }

    private var withSlackEntities: String {
        var text = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
