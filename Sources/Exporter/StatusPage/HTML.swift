/// A piece of HTML, in which every text from outside is escaped.
///
/// Literals are markup as they stand. A string that is put into one is text: it is escaped, cut at
/// `maxLength`, and rid of control characters, so that none of it can become markup.
struct HTML: ExpressibleByStringInterpolation {
    /// The most Unicode scalars of one text that are shown.
    static let maxLength = 300

    /// The markup itself.
    private(set) var text: String

    init(stringLiteral markup: String) {
        text = markup
    }

    init(stringInterpolation: StringInterpolation) {
        text = stringInterpolation.text
    }

    /// Puts pieces one after another.
    init(_ pieces: [HTML]) {
        text = pieces.reduce(into: "") { $0 += $1.text }
    }

    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text: String

        init(literalCapacity: Int, interpolationCount: Int) {
            text = ""
            text.reserveCapacity(literalCapacity + interpolationCount * 16)
        }

        mutating func appendLiteral(_ markup: String) {
            text += markup
        }

        mutating func appendInterpolation(_ html: HTML) {
            text += html.text
        }

        mutating func appendInterpolation(_ pieces: [HTML]) {
            for piece in pieces { text += piece.text }
        }

        mutating func appendInterpolation(_ number: some BinaryInteger) {
            text += String(number)
        }

        /// Puts a text in; `maxLength` is for one that people are to read to its end.
        mutating func appendInterpolation(
            _ outside: String, maxLength: Int = HTML.maxLength
        ) {
            var length = 0
            for scalar in outside.unicodeScalars {
                guard length < maxLength else {
                    text += "…"
                    return
                }
                length += 1
                switch scalar {
                case "&": text += "&amp;"
                case "<": text += "&lt;"
                case ">": text += "&gt;"
                case "\"": text += "&quot;"
                case "'": text += "&#39;"
                case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}": text += "\u{FFFD}"
                default: text.unicodeScalars.append(scalar)
                }
            }
        }
    }
}
